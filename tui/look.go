package tui

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// look is how things appear: the characters that may be used and the colours.
type look struct {
	ascii bool // only characters of ASCII
	// rich: there are at least 256 colours, so boards are wood. Otherwise they
	// are lines, with the basic colours if there are any.
	rich bool
	dark bool // the terminal has a dark ground

	quiet, brand, live, gold, alarm pen // of text
	woods                           []color.Color
	frame, bowl, bowlLit, halo      color.Color
	line, name, number, seed        pen // on the board
	rim                             pen
	square                          [2]color.Color // light, dark
	stone                           [2]color.Color // First, Second
	stoneInk                        [2]color.Color
}

// material is what a game is played with: the colour of what lies in its pits,
// fine and coarse, and whether the dark men are First's.
type material struct {
	seed      [2]string
	darkLeads bool
}

// materials are those of the games by name. A game without an entry is played
// with the first.
var materials = map[string]material{
	"":         {seed: [2]string{"#7FD6CF", "116"}},
	"igisoro":  {seed: [2]string{"#DAD6CB", "252"}},
	"draughts": {seed: [2]string{"#DAD6CB", "252"}, darkLeads: true},
}

func newLook(profile colorprofile.Profile, dark, ascii bool, game string) look {
	l := look{ascii: ascii, dark: dark, rich: profile >= colorprofile.ANSI256}
	basic := profile == colorprofile.ANSI
	by := lipgloss.LightDark(dark)
	c := lipgloss.Color
	switch {
	case l.rich:
		l.quiet = pen{fg: by(c("#5C5042"), c("#BDB09C"))}
		l.brand = pen{fg: by(c("#8F3B1B"), c("#E59A72"))}
		l.live = pen{fg: by(c("#1D6445"), c("#7AD3A8"))}
		l.gold = pen{fg: by(c("#7A4F00"), c("#F2C262"))}
		l.alarm = pen{fg: by(c("#A3260F"), c("#FF9D84"))}
	case basic:
		l.brand = pen{fg: by(lipgloss.Red, lipgloss.BrightRed)}
		l.live = pen{fg: by(lipgloss.Green, lipgloss.BrightGreen)}
		l.gold = pen{fg: by(lipgloss.Magenta, lipgloss.BrightYellow)}
		l.alarm = pen{fg: by(lipgloss.Red, lipgloss.BrightRed)}
	}
	if !l.rich {
		l.number.bold = true
		l.name.faint = !basic
		return l
	}
	// The 256 colours have few browns, so they are chosen rather than converted.
	full := profile == colorprofile.TrueColor
	pick := func(fine, coarse string) color.Color {
		if full {
			return c(fine)
		}
		return c(coarse)
	}
	l.woods = []color.Color{pick("#8A5E36", "137")}
	if full {
		l.woods = append(l.woods, c("#875B34"), c("#8D6138"))
	}
	l.frame, l.halo = pick("#54341A", "94"), pick("#2A1608", "234")
	l.bowl, l.bowlLit = pick("#4A2C14", "236"), pick("#633E1E", "238")
	l.line, l.name, l.rim = pen{fg: pick("#3F2410", "236")}, pen{fg: pick("#F0DDBB", "230")}, pen{fg: pick("#B08350", "94")}
	m := materials[""]
	if own, ok := materials[game]; ok {
		m = own
	}
	l.number, l.seed = pen{fg: pick("#FFF6E0", "231"), bold: true}, pen{fg: pick(m.seed[0], m.seed[1])}
	l.square = [2]color.Color{pick("#D9BC8F", "180"), pick("#7A4B28", "94")}
	light, shade := pick("#F4E8CF", "230"), pick("#17110D", "233")
	l.stone, l.stoneInk = [2]color.Color{light, shade}, [2]color.Color{shade, light}
	if m.darkLeads {
		l.stone, l.stoneInk = l.stoneInk, l.stone
	}
	return l
}

// wood returns the colour of the board at a place: a grain that runs along it.
func (l *look) wood(x, y int) color.Color {
	if !l.rich {
		return nil
	}
	h := uint32(y)*2654435761 + uint32((x+y*5)/9)*40503
	h ^= h >> 13
	h *= 0x5bd1e995
	h ^= h >> 15
	return l.woods[h%uint32(len(l.woods))]
}

// ring is the state of a site. Each has a shape of its own; colour only helps.
type ring uint8

const (
	noRing   ring = iota
	lit           // may be chosen next
	chosen        // chosen, or where a sowing has come to
	lifted        // where the move began
	passed        // touched by the lap that is being sown
	take          // would be taken by the choice that is asked for
	gone          // taken in this turn
	lastFrom      // where the last move began
	lastTo        // where it ended
	refused       // pointed at in vain
	hinted        // what the engine would choose
)

// pen returns the pen of a ring's lines.
func (l *look) pen(r ring) pen {
	if !l.rich {
		var p pen
		switch r {
		case lit:
			p = l.live
		case chosen, lifted, passed:
			p = l.brand
		case take, gone, refused:
			p = l.alarm
		case lastFrom, lastTo, hinted:
			p = l.gold
		}
		p.bold = r == lit || r == chosen || r == take || r == hinted
		return p
	}
	c := lipgloss.Color
	switch r {
	case lit:
		return pen{fg: c("#FFF0B8"), bg: l.halo, bold: true}
	case chosen, lifted:
		return pen{fg: c("#79CDFF"), bg: l.halo, bold: true}
	case passed:
		return pen{fg: c("#79CDFF"), bg: l.halo}
	case take, refused:
		return pen{fg: c("#FF8A5C"), bg: l.halo, bold: true}
	case gone:
		return pen{fg: c("#FF8A5C"), bg: l.halo}
	case lastFrom, lastTo:
		return pen{fg: c("#FFC34D"), bg: l.halo}
	case hinted:
		return pen{fg: c("#9BF0C0"), bg: l.halo, bold: true}
	}
	return l.rim
}

// border is the eight characters round a site: the corners from the upper left
// clockwise, then the horizontal and the vertical side.
type border struct{ ul, ur, lr, ll, h, v string }

// border returns the shape of a ring.
func (l *look) border(r ring) border {
	if l.ascii {
		switch r {
		case lit:
			return border{"#", "#", "#", "#", "=", "#"}
		case chosen:
			return border{"@", "@", "@", "@", "@", "@"}
		case lifted, lastFrom:
			return border{".", ".", "'", "'", " ", ":"}
		case passed:
			return border{"o", "o", "o", "o", "-", "|"}
		case take, gone:
			return border{"x", "x", "x", "x", "-", "|"}
		case refused:
			return border{"/", "/", "/", "/", "-", "/"}
		case lastTo:
			return border{"*", "*", "*", "*", "-", "|"}
		case hinted:
			return border{"!", "!", "!", "!", "-", "|"}
		}
		return border{".", ".", "'", "'", "-", "|"}
	}
	switch r {
	case lit:
		return border{"╔", "╗", "╝", "╚", "═", "║"}
	case chosen:
		return border{"┏", "┓", "┛", "┗", "━", "┃"}
	case lifted, lastFrom:
		return border{"╭", "╮", "╯", "╰", "╌", "╎"}
	case passed:
		return border{"┌", "┐", "┘", "└", "─", "│"}
	case take, gone:
		return border{"╳", "╳", "╳", "╳", "─", "│"}
	case refused:
		return border{"╱", "╱", "╱", "╱", "─", "╱"}
	case lastTo:
		return border{"◆", "◆", "◆", "◆", "─", "│"}
	case hinted:
		return border{"★", "★", "★", "★", "─", "│"}
	}
	return border{"╭", "╮", "╯", "╰", "─", "│"}
}

// sign is a character with a form in ASCII.
type sign struct{ unicode, plain string }

var (
	signDot      = sign{"•", "."}
	signSeed     = sign{"●", "o"}
	signUnplayed = sign{"◇", "v"}
	signBack     = sign{"↶", "<"}
	signHuff     = sign{"!", "!"}
	signTurn     = sign{"▶", ">"}
	signSep      = sign{"·", "-"}
	signFirst    = sign{"○", "o"}
	signSecond   = sign{"●", "x"}
	signKing     = sign{"♔", "K"}
	signCross    = sign{"✕", "x"}
	signNo       = sign{"⊘", "!"}
	signStar     = sign{"★", "*"}
)

func (l *look) sign(s sign) string {
	if l.ascii {
		return s.plain
	}
	return s.unicode
}

// focus returns the pen of the cursor.
func (l *look) focus() pen {
	if !l.rich {
		return pen{bold: true, reverse: true}
	}
	return pen{fg: lipgloss.Color("#17130F"), bg: lipgloss.Color("#84CAF5"), bold: true}
}
