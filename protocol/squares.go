package protocol

import (
	"slices"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/games"
)

// Hub writes a draughts board as the side to move and one letter for each square
// in the order of its number. English draughts has 32 squares, numbered as in PDN:
// b and B are Black, who stands on 1 to 12 and moves first, w and W are White.
const hubSquares = 32

// hubLetters are the letters by piece.
var hubLetters = [...]byte{
	kibaho.NoPiece: 'e', kibaho.FirstMan: 'b', kibaho.SecondMan: 'w', kibaho.FirstKing: 'B', kibaho.SecondKing: 'W',
}

// hubPosition writes a position.
func hubPosition(p games.Position) string {
	text := []byte{"BW"[p.Turn()&1]}
	for _, piece := range p.Board().At {
		text = append(text, hubLetters[piece])
	}
	return string(text)
}

// readHubPosition returns the PDN FEN of a position; games.Game.Read checks it.
func readHubPosition(text string) (string, error) {
	fail := func(at int, want string) error {
		e := &kibaho.InputError{What: "Hub position", Text: text, At: at, Want: want}
		if at >= 0 {
			e.Got = text[at : at+1]
		}
		return e
	}
	if len(text) != hubSquares+1 {
		return "", fail(-1, "expected W or B and a letter for each of 32 squares")
	}
	if text[0] != 'W' && text[0] != 'B' {
		return "", fail(0, "expected W or B, the side to move")
	}
	lists := map[byte][]string{}
	for i := 1; i < len(text); i++ {
		square := strconv.Itoa(i)
		switch c := text[i]; c {
		case 'e':
		case 'w', 'b':
			lists[c] = append(lists[c], square)
		case 'W', 'B':
			c += 'a' - 'A'
			lists[c] = append(lists[c], "K"+square)
		default:
			return "", fail(i, "expected w, b, W, B or e")
		}
	}
	return text[:1] + ":W" + strings.Join(lists['w'], ",") + ":B" + strings.Join(lists['b'], ","), nil
}

// hubMove writes a move: from and to, and with captures the squares of all pieces
// taken, in ascending order.
func hubMove(p games.Position, m games.Move) string {
	from, to, taken := anatomy(p, m)
	if len(taken) == 0 {
		return strconv.Itoa(from) + "-" + strconv.Itoa(to)
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(from) + "x" + strconv.Itoa(to))
	for _, s := range taken {
		b.WriteString("x" + strconv.Itoa(s))
	}
	return b.String()
}

// anatomy returns where a move begins and ends and what it takes, ascending.
func anatomy(p games.Position, m games.Move) (from, to int, taken []int) {
	for _, e := range p.Trace(m) {
		switch e.Kind {
		case kibaho.Move:
			if from == 0 {
				from = int(e.Site) + 1
			}
			to = int(e.To) + 1
		case kibaho.Take:
			taken = append(taken, int(e.Site)+1)
		}
	}
	slices.Sort(taken)
	return from, to, taken
}

// findHubMove returns the legal move that a text means. The captured pieces may
// come in any order.
func findHubMove(p games.Position, text string) (games.Move, error) {
	fail := &kibaho.InputError{What: "Hub move", Text: text, At: -1, Want: "expected FROM-TO, or FROMxTOxTAKENx…"}
	var squares []int
	captures := strings.Contains(text, "x")
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == 'x' || r == '-' }) {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > hubSquares {
			return games.Move{}, fail
		}
		squares = append(squares, n)
	}
	if len(squares) < 2 || captures == strings.Contains(text, "-") || !captures && len(squares) > 2 {
		return games.Move{}, fail
	}
	wanted := slices.Sorted(slices.Values(squares[2:]))
	var legal []string
	for _, m := range p.Moves() {
		from, to, taken := anatomy(p, m)
		if from == squares[0] && to == squares[1] && slices.Equal(taken, wanted) {
			return m, nil
		}
		legal = append(legal, hubMove(p, m))
	}
	return games.Move{}, &kibaho.Refusal{Move: text, Reason: "not a legal move here", Candidates: legal}
}
