package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/games"
)

// setUp returns the position that the tags set up. The number is that of the tag
// at fault.
func (r *Reader) setUp(rec *Record) (games.Position, int, error) {
	at := func(name string) int {
		return slices.IndexFunc(rec.Tags, func(t Tag) bool { return t.Name == name })
	}
	value := func(i int) string {
		if i < 0 {
			return ""
		}
		return rec.Tags[i].Value
	}
	game, fen := at("Game"), at("FEN")
	variant, set, position := -1, -1, -1
	if value(game) != "" {
		rec.Form = Own
		variant, set, position = at("Variant"), at("Set"), at("Position")
	} else if kind := at("GameType"); kind >= 0 {
		if n, _, _ := strings.Cut(value(kind), ","); strings.TrimSpace(n) != "21" && n != "" && n != "?" {
			return nil, kind, &kibaho.InputError{What: "tag GameType", Text: value(kind), At: -1, Want: "another game; English draughts is 21"}
		}
	}
	if value(position) == "" {
		position = fen
	}
	key := strings.Join([]string{value(game), value(variant), value(set), value(position)}, "\x00")
	if r.room.start != nil && r.room.key == key && !strings.HasPrefix(value(position), "?") {
		return r.room.start, 0, nil
	}
	find := r.Find
	if find == nil {
		find = games.Find
	}
	name := value(game)
	if name == "" {
		name = "draughts"
	}
	g, err := find(name)
	if err != nil {
		return nil, game, err
	}
	tag := game
	if variant >= 0 {
		tag = variant
	}
	s, err := g.Facts().Settings(value(variant), strings.Fields(value(set))...)
	if err != nil {
		if set >= 0 {
			tag = set
		}
		return nil, tag, err
	}
	var p games.Position
	if text := value(position); strings.TrimSpace(text) == "" {
		p, err = g.Start(s)
	} else {
		var mended error
		if p, mended, err = r.unsure(g, s, text, 0); mended != nil {
			r.mend(&fault{at: r.lex.tagAt[position], err: mended})
			key = "" // to be told each time
		}
	}
	if err != nil {
		return nil, position, err
	}
	r.room = room{key, p}
	return p, 0, nil
}

// unsure reads a position, of which PDN may leave open who is to move: "?". Then
// it is the side that can make the next turn, Black if both could. A forgiving
// reader crowns men on their crowning row and takes the first position for an
// empty one, and says so in the fault, which is no error then.
func (r *Reader) unsure(g games.Game, s kibaho.Settings, text string, i int) (p games.Position, mended, err error) {
	text = strings.TrimSpace(text)
	read := func(text string) (games.Position, error) {
		p, err := g.Read(s, text)
		if err == nil || r.lex.strict || !r.lex.squares {
			return p, err
		}
		if strings.Trim(text, "BW:.") == "" {
			if p, e := g.Start(s); e == nil {
				mended = fmt.Errorf("%w; taken for the first position", err)
				return p, nil
			}
		}
		if p, e := g.Read(s, crowned(text)); e == nil {
			mended = fmt.Errorf("%w; taken for a king", err)
			return p, nil
		}
		return p, err
	}
	rest, open := strings.CutPrefix(text, "?:")
	if !open {
		p, err = read(text)
		return p, mended, err
	}
	if p, err = read("B:" + rest); err != nil {
		return nil, nil, err
	}
	for ; i < len(r.lex.tokens); i++ {
		t := r.lex.tokens[i]
		if t.kind != aTurn {
			continue
		}
		turn := plain(r.lex.text[t.from:t.to])
		if _, _, err := p.Follow(turn); err == nil {
			break
		}
		if second, err := read("W:" + rest); err == nil {
			if _, _, err := second.Follow(turn); err == nil {
				p = second
			}
		}
		break
	}
	return p, mended, nil
}

// crowned puts K before the men in a PDN FEN that stand on their crowning row.
func crowned(fen string) string {
	var b strings.Builder
	last := ""
	side := byte(0)
	for i := 0; i < len(fen); {
		c := fen[i]
		if !isDigit(c) {
			if c == 'W' || c == 'B' {
				side = c
			}
			b.WriteByte(c)
			last = string(c)
			i++
			continue
		}
		end := i
		for end < len(fen) && isDigit(fen[end]) {
			end++
		}
		n, _ := strconv.Atoi(fen[i:end])
		if last != "K" && last != "-" && (side == 'W' && n <= 4 || side == 'B' && n >= 29) {
			b.WriteByte('K')
		}
		b.WriteString(fen[i:end])
		last, i = "", end
	}
	return b.String()
}

// position reads a position that is set up within the game, at token i.
func (b *builder) position(text string, i int) (games.Position, error) {
	p, mended, err := b.r.unsure(b.rec.start.Game(), b.rec.start.Settings(), text, i+1)
	if mended != nil {
		b.mend(int(b.tokens[i].from), b.next(), mended)
	}
	return p, err
}
