package draughts

import "kibaho"

// facts is the game as a table.
var facts = kibaho.Facts{
	Name:  "draughts",
	Title: "English draughts",
	About: "Jump the enemy's men off a chequered board, or leave him no move.",
	Sides: [2]string{"Black", "White"},
	Seeds: "men",
	Variants: []kibaho.Variant{
		{
			Name: "english", Title: "English draughts", Source: "003; WCDF",
			Text: "Who can jump must jump: the game of the federations of today.",
		},
		{
			Name: "huffing", Title: "Draughts with the huff", Source: "003",
			Text: "Capture may be neglected; the opponent may then compel it, huff a piece or let it stand.",
			Set:  map[string]string{"capture": "huffing"},
		},
	},
	Options: []kibaho.Option{
		{
			Name: "size", Text: "How many squares, rows by columns, has the board?", Rule: "DR1", Source: "8x8: 003; the other for study", Default: "8x8", Later: true,
			Values: []kibaho.Value{
				{Name: "8x8", Text: "64, of which 32 are played on", Source: "003"},
				{Name: "6x6", Text: "36, those within the edge of the whole board, which keep their numbers; six men a side", Source: "custom"},
			},
		},
		{
			Name: "capture", Text: "What happens to a player who can jump and does not?", Rule: "DR7", Source: "003; WCDF", Default: "compulsory",
			Values: []kibaho.Value{
				{Name: "compulsory", Text: "it cannot happen: he must jump, and to the end", Source: "WCDF"},
				{Name: "huffing", Text: "his opponent may compel the jump, huff a piece or let it stand", Source: "003"},
			},
		},
		kibaho.RepetitionOption(),
		kibaho.QuietOption(80, "DR8", "WCDF"),
		{
			Name: "openings", Text: "How are the first moves of a game of a match found?", Rule: "DR9", Source: "003; ACF", Default: "free", Match: true,
			Values: []kibaho.Value{
				{Name: "free", Text: "the players choose them", Source: "003"},
				{Name: "two-move", Text: "two are drawn from the 43 openings in use", Source: "ACF"},
				{Name: "two-move-49", Text: "two are drawn from all 49 openings", Source: "003"},
				{Name: "three-move", Text: "three are drawn from the 156 openings in use", Source: "ACF"},
			},
		},
		kibaho.LeadsOption("alternate", "003"),
	},
	Rules: []kibaho.Rule{
		{
			No: "DR1", Title: "Men", Words: wordsDR1, Source: "003",
			Text: "Each side has men on the rows nearest to it. Black moves first. A man moves one square diagonally forward to a vacant square.",
			Readings: []kibaho.Reading{
				{When: "size=8x8", Text: "Twelve men a side, Black on the squares 1 to 12 and White on 21 to 32.", Source: "003"},
				{When: "size=6x6", Text: "Only the squares within the edge of the board are played on. Six men a side, Black on 6 to 11 and White on 22 to 27; men are crowned on 25, 26 and 27, and on 6, 7 and 8.", Source: "custom"},
			},
		},
		{
			No: "DR2", Title: "Jumps", Words: wordsDR2, Source: "003; WCDF",
			Text: "A man jumps over an adjacent enemy piece diagonally ahead of it if the square beyond is vacant, and may so jump several pieces one after another in one move. The jumped pieces are removed. No piece is jumped twice, and the square that the jumper started from counts as vacant.",
		},
		{
			No: "DR3", Title: "Free choice of jumps", Words: wordsDR3, Source: "003, diagram 1; WCDF",
			Text: "Any jump may be chosen, also one that takes less than another.",
			Readings: []kibaho.Reading{
				{When: "capture=compulsory", Text: "Who can jump must jump, and must finish the jump he began.", Source: "003; WCDF"},
				{When: "capture=huffing", Text: "Who can jump ought to, and ought to finish the jump he began; what follows if he does not is told under DR7.", Source: "003"},
			},
		},
		{
			No: "DR4", Title: "Crowning", Words: wordsDR4, Source: "003",
			Text: "A man that reaches the farthest row is crowned a king. That ends the move, even if the new king could jump on.",
		},
		{
			No: "DR5", Title: "Kings", Words: wordsDR5, Source: "003",
			Text: "A king moves and jumps like a man, but in all four diagonal directions.",
		},
		{
			No: "DR6", Title: "End of the game", Words: wordsDR6, Source: "003",
			Text: "Who is to move and cannot, because all his pieces are captured or confined, has lost.",
		},
		{
			No: "DR7", Title: "The huff", Words: wordsDR7, Source: "003; WCDF",
			Text: "A neglected capture is judged by the custom that the players agree on.",
			Readings: []kibaho.Reading{
				{When: "capture=compulsory", Text: "Capture is enforced; there is no huff.", Source: "WCDF"},
				{
					When: "capture=huffing", Source: "003; custom for jumps stopped short",
					Text: "The mover may jump to the end, stop a jump short or move quietly. A quiet move of a side that could jump is a fault: huffable is each piece that could have jumped, where it now stands. " +
						"A jump stopped short makes the jumper alone huffable, and what it took stays off. A complete jump, or one that ends on the king-row, is no fault. Before he moves the opponent may do one thing, once: " +
						"compel (the earlier position comes back whole, the offender must make a complete jump of his choice, and no second claim follows), huff one huffable piece (it is removed, which is no move: he moves next), " +
						"or let it stand by moving. A side without pieces has lost at once; who has a claim but no move must use the claim.",
				},
			},
		},
		{
			No: "DR8", Title: "Draws", Source: "WCDF",
			Text: "A draw can be agreed. It can be claimed when a position comes back for the third time (repetition; 0 never), and when for eighty plies, forty moves a side, nothing was captured and no man advanced (quiet-limit; 0 never).",
		},
		{
			No: "DR9", Title: "Openings", Words: wordsDR9, Source: "003; ACF",
			Text: "The first moves of a game of a match may be drawn by lot, so that play does not run in ruts.",
			Readings: []kibaho.Reading{
				{When: "openings=free", Text: "The players choose their moves from the first.", Source: "003"},
				{When: "openings=two-move", Text: "Black's first move and White's reply are drawn from the 43 openings in use; six of all 49 are barred because they lose a man.", Source: "ACF"},
				{When: "openings=two-move-49", Text: "Black's first move and White's reply are drawn from all 49 openings.", Source: "003"},
				{When: "openings=three-move", Text: "The first three moves are drawn from the 156 openings in use; the other 18 of the deck of 174 are barred.", Source: "ACF"},
			},
		},
		{
			No: "DR10", Title: "Both sides of an opening", Words: wordsDR10, Source: "003",
			Text: "In a match with drawn openings each is played twice, each player having each side of it once, and never again by the same pair.",
		},
		{
			No: "DR11", Title: "Choice of colours", Words: wordsDR11, Source: "003",
			Text: "For the first game one player hides a man of each colour in his hands; the other points at a hand and must take its colour. Then the players take the black men in turn.",
		},
	},
}

// Start returns the position that a game begins with (DR1).
func Start(s kibaho.Settings) (Position, error) {
	r := rulesOf(s)
	return Position{pieces: start(r), rules: r}, nil
}
