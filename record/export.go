package record

import (
	"encoding/json"

	"kibaho"
)

// PDN returns the record as PDN of English draughts: the players are Black and
// White, the position is a FEN. A record of another game, or of draughts by other
// rules than those of the federations, is refused.
func (r *Record) PDN() (*Record, error) {
	if r.Form == PDN {
		return r, nil
	}
	start := r.Start()
	facts, s := start.Game().Facts(), start.Settings()
	if facts.Name != "draughts" || s.Value("capture") == "huffing" || s.Value("size") != "8x8" {
		return nil, &kibaho.InputError{What: "record", Text: facts.Name + " " + s.String(), At: -1, Want: "PDN holds English draughts on the whole board with compulsory capture only"}
	}
	p := &Record{Form: PDN, Remarks: r.Remarks, Root: r.Root, Outcome: r.Outcome, start: start}
	names := map[string]string{"First": "Black", "Second": "White", "FirstElo": "BlackElo", "SecondElo": "WhiteElo"}
	for _, t := range r.Tags {
		switch t.Name {
		case "Game", "Variant", "Set", "Position", "FEN", "SetUp", "Result", "GameType":
			continue
		}
		if name, ok := names[t.Name]; ok {
			t.Name = name
		}
		p.Tags = append(p.Tags, t)
	}
	p.Tags = append(p.Tags, Tag{"GameType", "21"})
	if standard, err := start.Game().Start(s); err != nil || !standard.Same(start) {
		p.Tags = append(p.Tags, Tag{"SetUp", "1"}, Tag{"FEN", start.String()})
	}
	p.Tags = append(p.Tags, Tag{"Result", results[r.Outcome]})
	return p, nil
}

// recordJSON and nodeJSON are a record as JSON has it.
type recordJSON struct {
	Game     string      `json:"game"`
	Variant  string      `json:"variant"`
	Set      []string    `json:"set,omitempty"`
	Position string      `json:"position"`
	Tags     [][2]string `json:"tags"`
	Result   string      `json:"result"`
	Comments []string    `json:"comments,omitempty"`
	Turns    []nodeJSON  `json:"turns"`
}

type nodeJSON struct {
	Turn       string            `json:"turn,omitempty"`
	Setup      bool              `json:"setup,omitempty"`
	Position   string            `json:"position,omitempty"`
	Strength   string            `json:"strength,omitempty"`
	NAGs       []int             `json:"nags,omitempty"`
	Facts      map[string]string `json:"facts,omitempty"`
	Intro      []string          `json:"intro,omitempty"`
	Comments   []string          `json:"comments,omitempty"`
	Variations [][]nodeJSON      `json:"variations,omitempty"`
}

// MarshalJSON writes the record as JSON: a list of turns, each with the
// variations that could have been played in its place.
func (r *Record) MarshalJSON() ([]byte, error) {
	start := r.Start()
	s := start.Settings()
	j := recordJSON{
		Game: start.Game().Facts().Name, Variant: s.Variant(), Set: s.Set(), Position: start.String(),
		Result: results[r.Outcome], Comments: r.Root.Comments, Turns: lineJSON(r.Root), Tags: [][2]string{},
	}
	for _, t := range r.Tags {
		j.Tags = append(j.Tags, [2]string{t.Name, t.Value})
	}
	return json.Marshal(j)
}

// lineJSON writes what follows a node.
func lineJSON(n *Node) []nodeJSON {
	list := []nodeJSON{}
	for len(n.Next) > 0 {
		main := n.Next[0]
		j := main.json()
		for _, v := range n.Next[1:] {
			j.Variations = append(j.Variations, append([]nodeJSON{v.json()}, lineJSON(v)...))
		}
		list = append(list, j)
		n = main
	}
	return list
}

func (n *Node) json() nodeJSON {
	j := nodeJSON{Turn: n.Text, Setup: n.Setup, Strength: n.Strength, NAGs: n.NAGs, Intro: n.Intro, Comments: n.Comments}
	if n.Setup {
		j.Position = n.Position.String()
	}
	for _, f := range n.Facts {
		if j.Facts == nil {
			j.Facts = map[string]string{}
		}
		j.Facts[f.Name] = f.Value
	}
	return j
}
