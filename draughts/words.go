package draughts

import "kibaho"

// The sources' own words, by the number of the rule: variables of their own, so that the
// table of the rules is made when the program is built and not when it starts.
var (
	wordsDR1 = []kibaho.Words{
		{Source: "003", Text: "The men never leave the colour of the squares on which they are originally set up, so that they always move diagonally. At the beginning of the game the men move only one square at a time, and always forward, and can be placed only on squares which are unoccupied."},
	}
	wordsDR2 = []kibaho.Words{
		{Source: "003", Text: "If an adverse piece stands upon a square to which a man might be moved, and there is a vacant square beyond, the man must jump over the adverse piece to the unoccupied square, at the same time removing from the board the piece so jumped over."},
		{Source: "003", Text: "A man may jump over and capture several men at one move, provided there are vacant squares between them, and beyond the last man."},
	}
	wordsDR3 = []kibaho.Words{
		{Source: "003", Text: "Black will then have a choice of two jumps, over one man or over two"},
	}
	wordsDR4 = []kibaho.Words{
		{Source: "003", Text: "If a man arrives at the king-row by capturing an adverse piece, that ends the move, and the newly made king cannot move again, even to capture another piece, until his adversary has moved."},
	}
	wordsDR5 = []kibaho.Words{
		{Source: "003", Text: "Kings can move either backward or forward, but only one square at a time."},
	}
	wordsDR6 = []kibaho.Words{
		{Source: "003", Text: "to confine your adversary’s pieces so that he cannot move any of them; or to capture all of them, so that he has none to move."},
	}
	wordsDR7 = []kibaho.Words{
		{Source: "003", Text: "If a player who can capture a piece neglects to do so, his adversary has the choice of three things:—To compel the player to take back his move and capture the piece; to huff (remove from the board,) the man that should have captured the piece; or to let the move stand, and go on with his own move. A huff does not constitute a move; the piece is simply removed from the board as a penalty, but the penalty must be enforced before the player exacting it makes his own move."},
	}
	wordsDR9 = []kibaho.Words{
		{Source: "003", Text: "It has lately become the custom in important tournaments to write an opening and second move, such as 10-14, 22-17 on a slip of paper; 10-14, 24-19 on another, and so on for all possible openings. These are placed in a hat and when the players face each other, a slip is drawn."},
	}
	wordsDR10 = []kibaho.Words{
		{Source: "003", Text: "When these players start the second game, the one who was second player on the first game begins with 11-15, and his opponent must play 22-18. The same opening is never again used by the same pair, the object being to diversify the play and drive contestants out of their favourite ruts."},
	}
	wordsDR11 = []kibaho.Words{
		{Source: "003", Text: "It is usual to draw for the first game, one player concealing in each hand a man of different colour, and offering the choice of hands to his adversary. Whichever colour the chosen hand contains the chooser must take for the first game."},
	}
)
