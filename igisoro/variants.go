package igisoro

import "kibaho"

// facts are the rules, options and variants of Igisoro.
var facts = kibaho.Facts{
	Name:  "igisoro",
	Title: "Igisoro",
	About: "Rwanda's game on four rows of eight pits: relay sowing round one's own half, captures that are sown on, and guteba, turning back.",
	Sides: [2]string{"South", "North"},
	Seeds: "cows",
	Rules: rules,
	Options: []kibaho.Option{
		{
			Name: "columns", Text: "How many pits has a row?", Rule: "IG1", Source: "8: 002; other numbers for study",
			Default: "8", Min: 2, Max: 13, Size: true,
		},
		{
			Name: "per-pit", Text: "How many cows lie in each pit of the inner rows at the start?", Rule: "IG1", Source: "4: 002; other numbers for study",
			Default: "4", Min: 1, Max: 8,
		},
		{
			Name: "min-start", Text: "With how many cows may a pit start a turn?", Rule: "IG3", Source: "002 is silent", Default: "2",
			Values: []kibaho.Value{
				{Name: "2", Text: "two or more", Source: "Mancala World, Ludii"},
				{Name: "1", Text: "one is enough", Source: "002 by its letter"},
			},
		},
		{
			Name: "resow", Text: "Beyond which pit are captured cows sown?", Rule: "IG7", Source: "002 can be read both ways", Default: "lap",
			Values: []kibaho.Value{
				{Name: "lap", Text: "the pit that the capturing handful came from", Source: "002 (B, C)"},
				{Name: "turn", Text: "the pit that the turn began with", Source: "Wikipedia; the French caption in 002"},
			},
		},
		{
			Name: "capture", Text: "Is capturing compulsory?", Rule: "IG8", Source: "002 has both: the players must agree", Default: "may",
			Values: []kibaho.Value{
				{Name: "may", Text: "one captures if one wishes", Source: "002 (C)"},
				{Name: "must", Text: "capturing is the rule", Source: "002 (C)"},
			},
		},
		{
			Name: "reverse-pits", Text: "From which pits may a sowing be turned back?", Rule: "IG9", Source: "002 showed them in a picture that is lost", Default: "second-and-ends",
			Values: []kibaho.Value{
				{Name: "second-and-ends", Text: "the second from each end of the inner row and both ends of the outer row: b g i p", Source: "Merriam 1953; two modern apps"},
				{Name: "left-end", Text: "the two leftmost of both rows: g h i j", Source: "as in Omweso"},
				{Name: "none", Text: "none: sowing goes one way only", Source: "custom"},
			},
		},
		{
			Name: "reverse", Text: "May the first handful of a turn be turned back?", Rule: "IG10", Source: "002 speaks of the last cow's arrival only", Default: "start-and-arrival",
			Values: []kibaho.Value{
				{Name: "start-and-arrival", Text: "yes, every handful", Source: "Wikipedia, Mancala World"},
				{Name: "arrival", Text: "no, every handful but the first", Source: "002"},
			},
		},
		{
			Name: "quiet-plies", Text: "For how many turns from the start is nothing captured?", Rule: "IG11", Source: "002 sets no limit", Default: "0",
			Values: []kibaho.Value{
				{Name: "0", Text: "none", Source: "002"},
				{Name: "4", Text: "the first four, two a side", Source: "Mancala World, apps"},
			},
		},
		{
			Name: "endless-laps", Text: "With more than how many laps does a turn count as endless?", Rule: "IG13", Source: "no document; computed",
			Default: "1000", Min: 1, Max: mostLaps,
		},
		kibaho.RepetitionOption(),
		kibaho.QuietOption(0, "M4", "no document; never, by custom"),
		kibaho.LeadsOption("winner", "002"),
	},
	Variants: []kibaho.Variant{
		{Name: "igisoro", Title: "Igisoro", Text: "As 002 tells it: one captures if one wishes and may turn back from four pits.", Source: "002"},
		{Name: "compulsory", Title: "Igisoro, capturing compulsory", Text: "What can be captured must be.", Source: "002 (C)", Set: map[string]string{"capture": "must"}},
		{Name: "one-way", Title: "Igisoro, one way", Text: "Nobody turns back; capturing is free.", Source: "002 without Guteba", Set: map[string]string{"reverse-pits": "none"}},
		{Name: "one-way-compulsory", Title: "Igisoro, one way, capturing compulsory", Text: "Nobody turns back and what can be captured must be: a turn is its first pit.", Source: "002 without Guteba", Set: map[string]string{"reverse-pits": "none", "capture": "must"}},
		{Name: "arrival", Title: "Igisoro, turning back on arrival", Text: "The first handful of a turn is not turned back.", Source: "002 (Guteba)", Set: map[string]string{"reverse": "arrival"}},
		{Name: "quiet", Title: "Igisoro, quiet opening", Text: "Nothing is captured in the first two turns of either side.", Source: "Mancala World, apps", Set: map[string]string{"quiet-plies": "4"}},
		{Name: "turn-origin", Title: "Igisoro, sown from the turn's first pit", Text: "Captured cows are sown beyond the pit that the turn began with.", Source: "Wikipedia; the French caption in 002", Set: map[string]string{"resow": "turn"}},
	},
	Clashes: []kibaho.Clash{
		{
			Text: "reverse=arrival says when a sowing may be turned back, but with reverse-pits=none none may", Rule: "IG10",
			Met: func(s kibaho.Settings) bool {
				return s.Value("reverse") == "arrival" && s.Value("reverse-pits") == "none"
			},
		},
	},
}

// mostLaps is the greatest value of endless-laps.
const mostLaps = 10000

var rules = []kibaho.Rule{
	{
		No: "IG1", Title: "Board and start", Words: wordsIG1, Source: "002",
		Text: "Four rows of eight pits; each player owns the two rows nearest him, an inner and an outer one. 64 cows (seeds, inka), 32 a side: four in every pit of both inner rows, the outer rows empty. For study the number of columns and of cows a pit can be set.",
	},
	{
		No: "IG2", Title: "Sowing", Words: wordsIG2, Source: "002",
		Text: "All cows of one of one's own pits are lifted and put one by one into the following pits, counter-clockwise and in one's own two rows only: the inner row from right to left, the outer row from left to right, and round again. A handful of as many cows as one has pits, or more, also drops into the pit it came from.",
	},
	{
		No: "IG3", Title: "Starting", Source: "002",
		Text: "A turn starts from one of one's own pits.",
		Readings: []kibaho.Reading{
			{When: "min-start=2", Text: "The pit must hold two cows or more.", Source: "Mancala World, Ludii; 002 does not say"},
			{When: "min-start=1", Text: "The pit must hold a cow or more.", Source: "002 by its letter"},
		},
	},
	{No: "IG4", Title: "The end of a turn", Words: wordsIG4, Source: "002 (A)", Text: "If the last cow falls into an empty pit, the turn is over."},
	{
		No: "IG5", Title: "Relay", Words: wordsIG5, Source: "002 (B)",
		Text: "If the last cow falls into an occupied pit and nothing is captured, all cows of that pit are lifted and sown on; that pit is now the pit of origin.",
	},
	{
		No: "IG6", Title: "Capture", Words: wordsIG6, Source: "002 (C)",
		Text: "If the last cow falls into an occupied pit of the inner row, and both enemy pits opposite it, the inner and the outer one, hold at least one cow each, all cows of both can be taken.",
	},
	{
		No: "IG7", Title: "Sowing what was captured", Words: wordsIG7, Source: "002 (C)",
		Text: "Captured cows are sown in the player's own two rows. What a turned-back sowing takes is always sown beyond the pit of that sowing.",
		Readings: []kibaho.Reading{
			{When: "resow=lap", Text: "The first cow falls into the pit after the one that the capturing handful came from.", Source: "002 (C) with B: the last pit became the pit of origin"},
			{When: "resow=turn", Text: "The first cow falls into the pit after the one that the turn began with.", Source: "Wikipedia; the French caption in 002"},
		},
	},
	{
		No: "IG8", Title: "Taking or leaving", Words: wordsIG8, Source: "002 (C)",
		Text: "Some hold that capturing is compulsory, others that one captures if one wishes; the players must agree.",
		Readings: []kibaho.Reading{
			{When: "capture=may", Text: "One captures if one wishes; what is left is followed by a relay.", Source: "002 (C)"},
			{When: "capture=must", Text: "What can be captured must be.", Source: "002 (C)"},
		},
	},
	{
		No: "IG9", Title: "Turning back (guteba)", Words: wordsIG9, Source: "002 (Guteba)",
		Text: "From certain pits a handful may be sown the other way round, if that captures directly: the last cow must fall into an occupied inner pit that faces two filled pits, and takes them. What was taken is then sown on as usual from the same pit, unless it is turned back again. Every handful that is sown from such a pit may be turned back, be it lifted or captured.",
		Readings: []kibaho.Reading{
			{When: "reverse-pits=second-and-ends", Text: "The pits are the second from each end of the inner row and both ends of the outer row: b g i p on eight columns.", Source: "Merriam 1953, in Ludii's Kubuguza; two modern apps"},
			{When: "reverse-pits=left-end", Text: "The pits are the two leftmost of both rows: g h i j on eight columns.", Source: "as in Omweso"},
			{When: "reverse-pits=none", Text: "There are no such pits.", Source: "custom"},
		},
	},
	{
		No: "IG10", Title: "When one may turn back", Source: "002 (Guteba)",
		Text: "A turned-back sowing must take what it lands on.",
		Readings: []kibaho.Reading{
			{When: "reverse=start-and-arrival", Text: "Every handful may be turned back, that which starts the turn too.", Source: "Wikipedia, Mancala World"},
			{When: "reverse=arrival", Text: "The first handful of a turn may not be turned back.", Source: "002: when the last cow arrives in such a pit"},
		},
	},
	{
		No: "IG11", Title: "The first turns", Source: "002",
		Text: "How soon cows can be captured.",
		Readings: []kibaho.Reading{
			{When: "quiet-plies=0", Text: "From the first turn on.", Source: "002 sets no limit"},
			{When: "quiet-plies=4", Text: "In the first two turns of either side nothing is captured and nothing turned back.", Source: "Mancala World, apps"},
		},
	},
	{
		No: "IG12", Title: "Winning", Words: wordsIG12, Source: "002, Mancala World, Ludii",
		Text: "A player who is to move and has no pit that may start a turn has lost.",
	},
	{
		No: "IG13", Title: "Endless sowing", Source: "no document; computed",
		Text: "A turn that never ends is not a legal move: one of more laps than the set number (endless-laps) counts as such. A lap is one handful sown, captured cows sown again included. A choice is legal if it begins some turn that ends. A player who could only begin endless turns draws the game.",
	},
	{
		No: "IG14", Title: "Choices within a turn", Source: "computed",
		Text: "The choices of a turn, to turn back or go on, to take or leave, come up one after another while the sowing runs, and each is a decision of its own. Only real choices are asked and written, even where the other answer would be endless.",
	},
}
