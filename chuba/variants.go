package chuba

import "kibaho"

// The bounds of the option columns.
const (
	minColumns = 3
	maxColumns = 13
)

var facts = kibaho.Facts{
	Name:  "chuba",
	Title: "Chuba",
	About: "A game of relay sowing on four rows of eleven pits, in which a capture takes a second pair of pits with it.",
	Sides: [2]string{"South", "North"},
	Seeds: "men",
	Rules: rules,
	Options: []kibaho.Option{
		{
			Name: "columns", Text: "How many pits has a row?", Rule: "CH1", Source: "000 and 004 have 11; the diagram of 004 shows 12; fewer for study",
			Default: "11", Min: minColumns, Max: maxColumns, Size: true,
		},
		{
			Name: "layout", Text: "How are the men placed at the start?", Rule: "CH3", Source: "000; 004; Junod 1912", Default: "bradley",
			Values: []kibaho.Value{
				{Name: "bradley", Text: "outer pits 1, inner pits 2, but the extreme left inner pit 0 and the next one 1", Source: "000"},
				{Name: "right-empty", Text: "outer pits 1, inner pits 2, but the extreme right inner pit 0", Source: "004"},
				{Name: "left-empty", Text: "outer pits 1, inner pits 2, but the extreme left inner pit 0", Source: "some modern pages"},
				{Name: "twos", Text: "2 in every pit", Source: "Junod 1912"},
			},
		},
		{
			Name: "outer-unplayed", Text: "May a man of the outer row start a move before he has been played upon?", Rule: "CH8", Source: "Culin 1896; 004", Default: "fixed",
			Values: []kibaho.Value{
				{Name: "fixed", Text: "no, he stays until he has been played upon", Source: "Culin 1896"},
				{Name: "free", Text: "yes, as any other man", Source: "004"},
			},
		},
		{
			Name: "played-upon", Text: "Which sown man plays upon an outer pit?", Rule: "CH8", Source: "Culin 1896", Default: "any",
			Values: []kibaho.Value{
				{Name: "any", Text: "any sown man", Source: "custom"},
				{Name: "from-inner", Text: "a man of a handful that was lifted from the inner row", Source: "Culin 1896"},
			},
		},
		{
			Name: "second-pair", Text: "Must a capture take a second pair?", Rule: "CH10", Source: "000; 004", Default: "must",
			Values: []kibaho.Value{
				{Name: "must", Text: "yes; an empty pair may be chosen while there is one", Source: "000"},
				{Name: "may", Text: "no, the second pair may be left", Source: "004"},
			},
		},
		{
			Name: "singles", Text: "What is lost when all men of a player are single?", Rule: "CH11", Source: "Culin 1896; 004", Default: "unplayed",
			Values: []kibaho.Value{
				{Name: "unplayed", Text: "his outer men that were never played upon", Source: "Culin 1896"},
				{Name: "outer-once", Text: "all men of his outer row, the first time it happens", Source: "custom"},
				{Name: "outer-always", Text: "all men of his outer row, every time", Source: "004"},
				{Name: "none", Text: "nothing", Source: "000"},
			},
		},
		{
			Name: "endless-laps", Text: "After how many laps does a sowing count as one that never ends?", Rule: "CH13", Source: "no document; computed",
			Default: "1000", Min: 1, Max: 1<<16 - 1,
		},
		kibaho.RepetitionOption(),
		kibaho.QuietOption(200, "CH12", "no document"),
		kibaho.LeadsOption("winner", "000"),
	},
	Variants: []kibaho.Variant{
		{
			Name: "chuba", Title: "Chuba", Source: "000; Culin 1896",
			Text: "Milton Bradley's game of 1891: outer men wait until they are played upon, and a capture must take a second pair.",
		},
		{
			Name: "tschuba", Title: "Tschuba", Source: "004",
			Text: "The Thonga game as an encyclopedia tells it: outer men are free, the second pair may be left, and the outer row is lost when all men are single for the first time.",
			Set: map[string]string{
				"layout": "right-empty", "outer-unplayed": "free", "second-pair": "may", "singles": "outer-once",
			},
		},
	},
	Clashes: []kibaho.Clash{
		{
			Text: "played-upon=from-inner has no meaning when outer men are free to start and are not forfeited for being unplayed: nothing asks who was played upon",
			Rule: "CH8",
			Met: func(s kibaho.Settings) bool {
				return s.Value("played-upon") == "from-inner" && s.Value("outer-unplayed") == "free" && s.Value("singles") != "unplayed"
			},
		},
	},
}

var rules = []kibaho.Rule{
	{
		No: "CH1", Title: "The board", Words: wordsCH1, Source: "004; 000 draws it",
		Text: "The board has four rows of pits, eleven in each unless columns says otherwise, and a larger hole at each end for the men captured. A player owns the two rows nearest him, an inner and an outer one. Captured men leave play.",
	},
	{
		No: "CH2", Title: "Start of Chuba", Words: wordsCH2, Source: "000",
		Text: "At the start of Chuba each outer pit holds one man and each inner pit two, but the inner pit at the owner's extreme left is vacant and the one next to it holds one: 30 men a side with eleven columns.",
	},
	{
		No: "CH3", Title: "Start of Tschuba and other layouts", Words: wordsCH3, Source: "004",
		Text: "At the start of Tschuba each outer pit holds one man and each inner pit two, but the inner pit at the owner's extreme right is vacant: 31 men a side with eleven columns, 34 with twelve. Other layouts are known.",
		Readings: []kibaho.Reading{
			{When: "layout=bradley", Text: "The layout of Chuba (CH2).", Source: "000"},
			{When: "layout=right-empty", Text: "Outer pits one man, inner pits two, the extreme right inner pit vacant.", Source: "004"},
			{When: "layout=left-empty", Text: "Outer pits one man, inner pits two, the extreme left inner pit vacant.", Source: "some modern pages"},
			{When: "layout=twos", Text: "Two men in every pit.", Source: "Junod 1912"},
		},
	},
	{
		No: "CH4", Title: "Sowing", Words: wordsCH4, Source: "000, 004",
		Text: "All men of a pit are lifted and dropped one by one into the pits that follow: along the inner row from right to left, then along the outer row from left to right, round and round. A handful of twice the columns or more drops a man also into the pit that it was lifted from.",
	},
	{
		No: "CH5", Title: "Relay", Words: wordsCH5, Source: "000, 004",
		Text: "If the last man falls into an occupied pit, all its men are lifted, the dropped one among them, and sown on. The sowing ends when the last man falls into an empty pit.",
	},
	{
		No: "CH6", Title: "Starting a move", Words: wordsCH6, Source: "000, 004",
		Text: "A move may start from any own pit with two men or more. That the first move of a game starts in the inner row (000) follows from CH7 and CH8 with the usual layouts.",
	},
	{
		No: "CH7", Title: "Single men", Words: wordsCH7, Source: "004; Culin 1896",
		Text: "A pit with a single man may start only if no own pit holds more than one, be that one endless (CH13) or barred by CH8; and a single man may not be moved into an occupied pit: the next pit must be empty, so there is no relay.",
	},
	{
		No: "CH8", Title: "Men not yet played upon", Source: "Culin 1896; 004",
		Text: "A man of the outer row has been played upon when a sown man has fallen into his pit, whatever the pit holds.",
		Readings: []kibaho.Reading{
			{When: "outer-unplayed=fixed", Text: "A man of the outer row may not start a move until he has been played upon.", Source: "Culin 1896"},
			{When: "outer-unplayed=free", Text: "Men of the outer row may start as any others.", Source: "004"},
			{When: "played-upon=any", Text: "Any sown man plays upon the pit that it falls into.", Source: "custom"},
			{When: "played-upon=from-inner", Text: "Only a man of a handful lifted from the inner row plays upon the pit that it falls into. Men that are lifted, sown or moved are unplayed no more.", Source: "Culin 1896"},
		},
	},
	{
		No: "CH9", Title: "Capture", Words: wordsCH9, Source: "000 (Fig. 15), 004",
		Text: "If the last man falls into an empty pit of the inner row and the opposite inner pit holds men, these are captured, and so are the men of the outer pit behind it. If the opposite inner pit is empty nothing is captured, whatever stands behind it. A last man in the outer row captures nothing.",
	},
	{
		No: "CH10", Title: "The second pair", Words: wordsCH10, Source: "000, 004",
		Text: "With a capture comes a second pair of the opponent's pits, an inner one and the outer one behind it: any other pair that the mover chooses, whether both pits are occupied, one, or none. All choices that take nothing count as one move.",
		Readings: []kibaho.Reading{
			{When: "second-pair=must", Text: "He must choose one; an empty one is allowed while there is one.", Source: "000"},
			{When: "second-pair=may", Text: "He may choose one, or leave it.", Source: "004"},
		},
	},
	{
		No: "CH11", Title: "All men single", Words: wordsCH11, Source: "Culin 1896; 004",
		Text: "At the end of every turn each side, the mover first, is looked at: are all its men single? Not if a capture has just won the game. A side without men is skipped. If both sides are empty afterwards the mover wins.",
		Readings: []kibaho.Reading{
			{When: "singles=unplayed", Text: "Its outer men that were never played upon are forfeited.", Source: "Culin 1896"},
			{When: "singles=outer-once", Text: "All men of its outer row are lost, the first time it happens; an empty outer row uses up that first time as well.", Source: "custom"},
			{When: "singles=outer-always", Text: "All men of its outer row are lost, every time it happens.", Source: "004, which sets no limit"},
			{When: "singles=none", Text: "Nothing happens.", Source: "000, which does not mention it"},
		},
	},
	{
		No: "CH12", Title: "End of the game", Words: wordsCH12, Source: "004, Culin 1896; the rest by custom",
		Text: "Who has captured all men of the opponent wins; who has none left has lost. A player to move who has men but no legal move has lost; if his only moves are endless (CH13) the game is drawn. After so many plies in a row without a capture as quiet-limit says a draw can be claimed (no document).",
	},
	{
		No: "CH13", Title: "Endless sowing", Source: "no document; computed",
		Text: "A sowing that never ends is not a legal move. One of more laps than endless-laps counts as endless.",
	},
}
