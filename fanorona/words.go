package fanorona

import "kibaho"

// The sources' own words, by the number of the rule: variables of their own, so that the
// table of the rules is made when the program is built and not when it starts.
var (
	wordsFA1 = []kibaho.Words{
		{Source: "001", Text: "One point remains unoccupied, the central angle-point of the board, the fifth of the third line. This represents the royal seat in the public gatherings, but in the fanòrona game it is called the foibeny (‘navel’)."},
	}
	wordsFA2 = []kibaho.Words{
		{Source: "001", Text: "Firstly, that a piece may be moved in any direction,—forward, backwards, sideways, or diagonally to the first station in that direction, if such station be vacant."},
	}
	wordsFA3 = []kibaho.Words{
		{Source: "001", Text: "Secondly, if there be now no other vacant station between the attacking piece just moved and the enemy’s pieces along that line, these, whatever their number, are captured at once, as far as they stand in unbroken order on the line attacked."},
	}
	wordsFA4 = []kibaho.Words{
		{Source: "001", Text: "Thirdly, the pieces of the enemy may be captured by a retreat as well as by an advance. A piece that has been standing in a station adjoining to some piece or pieces of the enemy may capture it or them by retreating one point along that line, if such point happen to be vacant."},
	}
	wordsFA5 = []kibaho.Words{
		{Source: "001", Text: "If, however, a vacant position occurs in their line, or another hostile piece is among them, then only the piece or pieces nearest the assailant are captured."},
	}
	wordsFA6 = []kibaho.Words{
		{Source: "001", Text: "‘Don’t eat at both ends, like a leech,’ says the Malagasy proverb."},
	}
	wordsFA7 = []kibaho.Words{
		{Source: "001", Text: "any piece that is moved is permitted to run amuck in the enemy’s lines, and go on as long as he finds foes to capture"},
	}
	wordsFA8 = []kibaho.Words{
		{Source: "001", Text: "provided (a) that he does not return immediately to any point he has just left"},
	}
	wordsFA9 = []kibaho.Words{
		{Source: "001", Text: "(b) he cannot take a foe behind him immediately after taking one in front of him, nor one on his right hand immediately after taking on his left hand, and vice versâ."},
	}
	wordsFA10 = []kibaho.Words{
		{Source: "001", Text: "at the beginning of a game one move only is permitted to the first side."},
	}
	wordsFA14 = []kibaho.Words{
		{Source: "001", Text: "The object aimed at by each of the players is, as in draughts, to remove the whole of the adversary’s pieces from the board."},
	}
)
