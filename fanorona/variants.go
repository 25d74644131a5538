package fanorona

import (
	"strings"

	"kibaho"
)

const modern = "modern rule books; Schadd et al. 2007"

var facts = kibaho.Facts{
	Name:     "fanorona",
	Title:    "Fanorona",
	About:    "The board game of Madagascar: pieces capture rows of the enemy by moving towards them or away from them.",
	Sides:    colours,
	Seeds:    "pieces",
	Rules:    ruleBook,
	Options:  options,
	Variants: variants,
	Clashes:  clashes,
}

var ruleBook = []kibaho.Rule{
	{
		No: "FA1", Title: "The start", Words: wordsFA1, Source: "001 and its diagram 1; Schadd et al. 2007",
		Text: "The board has 5 rows of 9 points, A to E from Black's side and 1 to 9 from the left; on 5x9 each side has 22 pieces: Black all of A and B and C1, C3, C6, C8, White all of D and E and C2, C4, C7, C9. The centre, C5 (the foibeny), is vacant. White begins. On other sizes the middle row alternates Black, White … from the left, and is its own mirror with the colours exchanged.",
	},
	{
		No: "FA2", Title: "Steps", Words: wordsFA2, Source: "001, firstly",
		Text: "A piece moves along a line of the board to the next point in any direction, if that is vacant. Points whose row and column numbers add up to an even number are strong: they have diagonal lines.",
	},
	{
		No: "FA3", Title: "Approach", Words: wordsFA3, Source: "001, secondly",
		Text: "Enemy pieces that stand next in the direction of a step, in unbroken order, are captured, whatever their number.",
	},
	{
		No: "FA4", Title: "Withdrawal", Words: wordsFA4, Source: "001, thirdly",
		Text: "A piece that stands next to enemy pieces and steps straight away from them captures them, in unbroken order.",
	},
	{
		No: "FA5", Title: "What ends a row", Words: wordsFA5, Source: "001, secondly",
		Text: "A vacant point or a piece of the mover's ends the row of captured pieces.",
	},
	{
		No: "FA6", Title: "Approach or withdrawal", Words: wordsFA6, Source: "001, fourthly",
		Text: "A step that could take on both sides takes by approach or by withdrawal, as the mover chooses, and never both.",
	},
	{
		No: "FA7", Title: "Going on", Words: wordsFA7, Source: "001, fourthly",
		Text: "After a capturing step the same piece may make another, and may stop after any.",
	},
	{
		No: "FA8", Title: "Points again", Words: wordsFA8, Source: "001, fourthly (a); modern rule books",
		Text: "A piece that goes on capturing may not come back to where it was.",
		Readings: []kibaho.Reading{
			{When: "revisit=never", Text: "No point is touched twice in one turn, the starting point included.", Source: modern},
			{When: "revisit=immediate", Text: "Only the step straight back to the point just left is barred.", Source: "001, fourthly (a)"},
		},
	},
	{
		No: "FA9", Title: "The leech", Words: wordsFA9, Source: "001, fourthly (b)",
		Text: "“Don't eat at both ends, like a leech”: the steps of a turn change their line.",
		Readings: []kibaho.Reading{
			{When: "line=not-twice-running", Text: "Two steps in succession may not run along one line.", Source: "001, fourthly (b); " + modern},
			{When: "line=once-a-turn", Text: "No two steps of a turn have the same or the opposite direction, parallel lines included.", Source: "earlier descriptions in encyclopedias"},
			{When: "line=free", Text: "Steps may run along one line.", Source: "general game systems"},
		},
	},
	{
		No: "FA10", Title: "The first step", Words: wordsFA10, Source: "001, fourthly",
		Text: "How far the first moves of a game may go. On 5x9 none of the five first captures could go on anyway.",
		Readings: []kibaho.Reading{
			{When: "first-step=none", Text: "The first moves are like all others.", Source: modern},
			{When: "first-step=first-side", Text: "The side that begins makes one step only in its first move.", Source: "001, fourthly"},
			{When: "first-step=both-sides", Text: "Either side makes one step only in its first move.", Source: "another reading of 001"},
		},
	},
	{
		No: "FA11", Title: "Capturing is compulsory", Source: "modern rule books; 001 does not say",
		Text: "A step that captures always captures.",
		Readings: []kibaho.Reading{
			{When: "capture=must", Text: "Who can capture must.", Source: modern},
			{When: "capture=may", Text: "Who can capture may as well make a step without capture.", Source: "001 says “may”"},
		},
	},
	{
		No: "FA12", Title: "Paika", Source: "001",
		Text: "A move without capture is one step and starts no chain.",
	},
	{
		No: "FA13", Title: "Stopping", Source: "001, fourthly; Masters Traditional Games",
		Text: "Whether a chain of captures may end early.",
		Readings: []kibaho.Reading{
			{When: "chain=may-stop", Text: "The piece may stop after any capture.", Source: "001, fourthly"},
			{When: "chain=must-go-on", Text: "The piece goes on as long as it can capture.", Source: "Masters Traditional Games"},
		},
	},
	{
		No: "FA14", Title: "Winning", Words: wordsFA14, Source: "001",
		Text: "Who has captured all the enemy's pieces wins.",
	},
	{
		No: "FA15", Title: "No move", Source: "French rules; 001 does not say",
		Text: "It happens that the player to move cannot: White A1, Black A2, B1, B2.",
		Readings: []kibaho.Reading{
			{When: "no-move=loss", Text: "A player who cannot move has lost.", Source: "French rules"},
			{When: "no-move=draw", Text: "The game is drawn.", Source: "custom"},
			{When: "no-move=pass", Text: "He passes, which is a move of its own. Two passes running would be a draw, but cannot be: one point at least is always vacant, and a piece beside it can step.", Source: "custom"},
		},
	},
	{
		No: "FA16", Title: "Véla", Source: "the same article as 001, p. 155",
		Text: "The loser's penalty game. The victor of the last game gives: while he has more than five men he makes one plain step a turn and nothing is removed, even where the step would capture. The taker must make one capturing step a turn and no chain. A taker who can capture nothing has won: the giver must always offer. At five men the ordinary rules apply to both, the giver to move. Beaten again, the loser plays véla again.",
		Readings: []kibaho.Reading{
			{When: "vela=yes and vela-take=nearest", Text: "The taker removes the nearest piece of the row only.", Source: "the same article as 001, p. 155"},
			{When: "vela=yes and vela-take=row-of-one", Text: "The taker takes only rows of a single piece.", Source: "another reading of the article"},
			{When: "vela=yes and vela-opens=victor", Text: "The victor of the last game, who gives, plays White.", Source: "custom"},
			{When: "vela=yes and vela-opens=loser", Text: "The loser of the last game, who takes, plays White.", Source: "custom"},
			{When: "vela=no", Text: "This game is not a véla.", Source: "001"},
			{When: "penalty=vela", Text: "In a match the loser owes a véla next, and again if he is beaten in it.", Source: "the same article as 001, p. 155"},
			{When: "penalty=none", Text: "In a match a lost game leaves no debt.", Source: "custom"},
		},
	},
	{
		No: "FA17", Title: "Draws", Source: "custom; no document",
		Text: "A draw is agreed (M2), or claimed after a repetition (M3) or after a number of plies without capture (quiet-limit, 100 by default, 0 never).",
	},
}

var options = []kibaho.Option{
	{
		Name: "size", Text: "How many rows and columns has the board?", Rule: "FA1", Source: "001; 5x5 and 3x3 are the traditional smaller boards",
		Default: "5x9", Size: true, Values: sizes(),
	},
	{
		Name: "revisit", Text: "To which points may a piece not come back in one turn?", Rule: "FA8", Source: "001; modern rule books", Default: "never",
		Values: []kibaho.Value{
			{Name: "never", Text: "to no point where it was in this turn", Source: modern},
			{Name: "immediate", Text: "only straight back to the point just left", Source: "001, fourthly (a)"},
		},
	},
	{
		Name: "line", Text: "Which steps of a turn may not run along one line?", Rule: "FA9", Source: "001; modern rule books", Default: "not-twice-running",
		Values: []kibaho.Value{
			{Name: "not-twice-running", Text: "two in succession", Source: "001, fourthly (b); " + modern},
			{Name: "once-a-turn", Text: "any two, parallel lines included", Source: "earlier descriptions in encyclopedias"},
			{Name: "free", Text: "none is barred", Source: "general game systems"},
		},
	},
	{
		Name: "first-step", Text: "Who makes only one step in the first move of a game?", Rule: "FA10", Source: "001, fourthly", Default: "none",
		Values: []kibaho.Value{
			{Name: "none", Text: "nobody", Source: modern},
			{Name: "first-side", Text: "the side that begins", Source: "001, fourthly"},
			{Name: "both-sides", Text: "either side", Source: "another reading of 001"},
		},
	},
	{
		Name: "capture", Text: "Must a player who can capture do so?", Rule: "FA11", Source: "modern rule books; 001 does not say", Default: "must",
		Values: []kibaho.Value{
			{Name: "must", Text: "yes", Source: modern},
			{Name: "may", Text: "no, but a step that captures always captures", Source: "001 says “may”"},
		},
	},
	{
		Name: "chain", Text: "May a chain of captures stop early?", Rule: "FA13", Source: "001; Masters Traditional Games", Default: "may-stop",
		Values: []kibaho.Value{
			{Name: "may-stop", Text: "after any capture", Source: "001, fourthly"},
			{Name: "must-go-on", Text: "it goes on as long as it can", Source: "Masters Traditional Games"},
		},
	},
	{
		Name: "no-move", Text: "What if the player to move cannot move?", Rule: "FA15", Source: "French rules; 001 does not say", Default: "loss",
		Values: []kibaho.Value{
			{Name: "loss", Text: "he has lost", Source: "French rules"},
			{Name: "draw", Text: "the game is drawn", Source: "custom"},
			{Name: "pass", Text: "he passes", Source: "custom"},
		},
	},
	{
		Name: "vela", Text: "Is the game a véla, the penalty of who lost the last one?", Rule: "FA16", Source: "the same article as 001, p. 155", Default: "no",
		Values: []kibaho.Value{
			{Name: "no", Text: "an ordinary game", Source: "001"},
			{Name: "yes", Text: "the victor of the last game gives until he has five men", Source: "the same article as 001, p. 155"},
		},
	},
	{
		Name: "vela-take", Text: "What does the taker of a véla take?", Rule: "FA16", Source: "the same article as 001, p. 155", Default: "nearest",
		Values: []kibaho.Value{
			{Name: "nearest", Text: "the nearest piece of a row", Source: "the same article as 001, p. 155"},
			{Name: "row-of-one", Text: "only a piece that is a row by itself", Source: "another reading of the article"},
		},
	},
	{
		Name: "vela-opens", Text: "Who opens a véla and plays White?", Rule: "FA16", Source: "the article does not say", Default: "victor", Match: true,
		Values: []kibaho.Value{
			{Name: "victor", Text: "the victor of the last game, who gives", Source: "custom"},
			{Name: "loser", Text: "the loser of the last game, who takes", Source: "custom"},
		},
	},
	{
		Name: "penalty", Text: "Does who loses a game of a match owe a véla?", Rule: "FA16", Source: "the same article as 001, p. 155", Default: "none", Match: true,
		Values: []kibaho.Value{
			{Name: "none", Text: "no: the next game is an ordinary one", Source: "custom"},
			{Name: "vela", Text: "yes, and another one if he is beaten in it", Source: "the same article as 001, p. 155"},
		},
	},
	kibaho.RepetitionOption(),
	kibaho.QuietOption(100, "FA17", "custom; no document"),
	kibaho.LeadsOption("alternate", "custom; no document"),
}

// sizes are the values of the option size, the usual board first.
func sizes() []kibaho.Value {
	values := []kibaho.Value{{Name: "5x9", Text: "5 rows of 9", Source: "001"}}
	for rows := 3; rows <= 9; rows += 2 {
		for columns := 3; columns <= 9; columns += 2 {
			name := string([]byte{'0' + byte(rows), 'x', '0' + byte(columns)})
			source := "custom"
			switch name {
			case "5x9":
				continue
			case "3x3", "5x5":
				source = "tradition"
			}
			values = append(values, kibaho.Value{Name: name, Text: name[:1] + " rows of " + name[2:], Source: source})
		}
	}
	return values
}

var variants = []kibaho.Variant{
	{
		Name: "fanorona", Title: "Fanorona", Source: modern,
		Text: "The modern game: who can capture must, and no point is touched twice in one turn.",
	},
	{
		Name: "1886", Title: "Fanorona of 1886", Source: "001",
		Text: "As the article of 1886 describes it, captures taken as compulsory: the first side begins with one step, and a chain may touch a point again but not go straight back.",
		Set:  map[string]string{"revisit": "immediate", "first-step": "first-side"},
	},
	{
		Name: "1886-free", Title: "Fanorona of 1886, captures free", Source: "001",
		Text: "As 1886, to the letter: a player who can capture may, but need not.",
		Set:  map[string]string{"revisit": "immediate", "first-step": "first-side", "capture": "may"},
	},
	{
		Name: "vela", Title: "Véla", Source: "the same article as 001, p. 155",
		Text: "The penalty game of who lost the last one: the victor gives away all but five of his men before the ordinary rules begin.",
		Set:  map[string]string{"vela": "yes"},
	},
}

var clashes = []kibaho.Clash{
	{
		Text: "a véla is played on 5x9 only", Rule: "FA16",
		Met: func(s kibaho.Settings) bool {
			return (s.Value("vela") == "yes" || s.Value("penalty") == "vela") && s.Value("size") != "5x9"
		},
	},
	{
		Text: "in a véla the option vela-opens says who leads; leads can only say the same", Rule: "FA16",
		Met: func(s kibaho.Settings) bool {
			same := map[string]string{"victor": "winner", "loser": "loser"}[s.Value("vela-opens")]
			return s.Value("vela") == "yes" && s.Given("leads") && s.Value("leads") != same
		},
	},
	{
		Text: "both sides of a véla make single steps from the beginning, so that first-step has nothing to say", Rule: "FA16",
		Met: func(s kibaho.Settings) bool { return s.Value("vela") == "yes" && s.Given("first-step") },
	},
}

// Penalty returns the settings of the véla that the loser of a game owes, and the
// side of its giver, the victor (FA16); false if the match has no such custom.
func Penalty(s kibaho.Settings) (kibaho.Settings, kibaho.Side, bool) {
	if s.Value("penalty") != "vela" {
		return s, kibaho.First, false
	}
	set := []string{"vela=yes"}
	for _, a := range s.Set() {
		switch name, _, _ := strings.Cut(a, "="); name {
		case "vela", "leads", "first-step": // the véla says otherwise
		default:
			set = append(set, a)
		}
	}
	next, err := facts.Settings(s.Variant(), set...)
	if err != nil {
		panic("fanorona: " + err.Error()) // the settings it is made from were good
	}
	if s.Value("vela-opens") == "loser" {
		return next, kibaho.Second, true
	}
	return next, kibaho.First, true
}
