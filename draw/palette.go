package draw

import "strings"

// Style is the look of a board.
type Style uint8

// The looks.
const (
	Wood Style = iota
	Stone
	Plain // flat and of high contrast: ink on paper
)

// String returns the name of the look, which is also its class.
func (s Style) String() string { return [...]string{"wood", "stone", "plain"}[s] }

// ink is a colour by what it is for.
type ink uint8

const (
	inkLegal ink = iota
	inkChosen
	inkLast
	inkTake
	inkHalo
	inkOnMark
	inkNumberGround
	inkNumber
	inkNumberRing
	inkBoardHigh
	inkBoardLow
	inkEdge
	inkGrain
	inkLetter
	inkPitHigh
	inkPitLow
	inkPitLetter
	inkRimDark
	inkRimLight
	inkLine
	inkLineLight
	inkDark
	inkDarkToo
	inkLight
	inkLightToo
	inkFrame
	inkSquareNumber
	inkBead1
	inkBead2
	inkBead3
	inkBeadHole
	inkNut1
	inkNut2
	inkNut3
	inkWhite1
	inkWhite2
	inkWhite3
	inkBlack1
	inkBlack2
	inkBlack3
	inkHand
	inks
)

// palette names every ink and gives its colour in the looks wood, stone, plain
// by day and plain by night. "none" leaves a thing out.
var palette = [inks]struct{ name, wood, stone, plain, night string }{
	// Marks, seen over the halo.
	inkLegal:  {"legal", "#FFF0B8", "#FFF0B8", "#00714F", "#5FE3B5"},
	inkChosen: {"pick", "#79CDFF", "#79CDFF", "#0058B0", "#7CC4FF"},
	inkLast:   {"last", "#FFC34D", "#FFC34D", "#8F5400", "#FFC857"},
	inkTake:   {"take", "#FF8A5C", "#FF8A5C", "#B8230B", "#FF9277"},
	inkHalo:   {"halo", "#1E0F05", "#1E0F05", "#FFFFFF", "#0E1114"},
	inkOnMark: {"on-mark", "#1E1209", "#1E1209", "#FFFFFF", "#0E1114"},

	inkNumberGround: {"num-bg", "#1E1209", "#1E1209", "#14181C", "#F2F5F7"},
	inkNumber:       {"num-ink", "#FFF6E0", "#FFF6E0", "#FFFFFF", "#0E1114"},
	inkNumberRing:   {"num-ring", "none", "none", "#EDF0F3", "#22282E"},

	// The board and what is carved into it.
	inkBoardHigh: {"b1", "#CB9660", "#B9B6AD", "#FFFFFF", "#0E1114"},
	inkBoardLow:  {"b2", "#B07846", "#96938A", "#FFFFFF", "#0E1114"},
	inkEdge:      {"edge", "#5F3A1B", "#57554F", "#14181C", "#F2F5F7"},
	inkGrain:     {"grain", "#4A2910", "#3D3B36", "none", "none"},
	inkLetter:    {"letter", "#241003", "#16140F", "#14181C", "#F2F5F7"},
	inkPitHigh:   {"pit1", "#7C5030", "#6B6963", "#EDF0F3", "#22282E"},
	inkPitLow:    {"pit2", "#3D2210", "#35332F", "#EDF0F3", "#22282E"},
	inkPitLetter: {"pit-let", "#F3D9B4", "#EDEAE1", "#14181C", "#F2F5F7"},
	inkRimDark:   {"rim-lo", "#6A4020", "#6F6C65", "#14181C", "#F2F5F7"},
	inkRimLight:  {"rim-hi", "#E7BE8A", "#E2DFD6", "#14181C", "#F2F5F7"},
	inkLine:      {"line", "#3C210E", "#34322D", "#14181C", "#F2F5F7"},
	inkLineLight: {"line-hi", "#E3B985", "#DCD9CF", "none", "none"},

	// Squares, in two shades so that no two look alike.
	inkDark:         {"sq-d", "#8A5632", "#6B6A65", "#AEB7C0", "#47525D"},
	inkDarkToo:      {"sq-d2", "#82502D", "#605F5A", "#AEB7C0", "#47525D"},
	inkLight:        {"sq-l", "#E8CDA2", "#D6D3C9", "#FFFFFF", "#0E1114"},
	inkLightToo:     {"sq-l2", "#DDBB89", "#C9C5BA", "#FFFFFF", "#0E1114"},
	inkFrame:        {"frame", "#5F3A1B", "#45433E", "#14181C", "#F2F5F7"},
	inkSquareNumber: {"sq-num", "#FFF0D6", "#FFFFFF", "#14181C", "#FFFFFF"},

	// Seeds and pieces, from their lit to their dark side.
	inkBead1:    {"bead1", "#D9F4EE", "#D9F4EE", "#14181C", "#F2F5F7"},
	inkBead2:    {"bead2", "#63B7B3", "#63B7B3", "#14181C", "#F2F5F7"},
	inkBead3:    {"bead3", "#1F5F68", "#1F5F68", "#14181C", "#F2F5F7"},
	inkBeadHole: {"bead-hole", "#123A42", "#123A42", "#EDF0F3", "#22282E"},
	inkNut1:     {"nut1", "#F0F0E6", "#F0F0E6", "#14181C", "#F2F5F7"},
	inkNut2:     {"nut2", "#B3B8B0", "#B3B8B0", "#14181C", "#F2F5F7"},
	inkNut3:     {"nut3", "#62686A", "#62686A", "#14181C", "#F2F5F7"},
	inkWhite1:   {"w1", "#FFFDF5", "#FFFDF5", "#FFFFFF", "#FFFFFF"},
	inkWhite2:   {"w2", "#E9DEC6", "#E9DEC6", "#FFFFFF", "#FFFFFF"},
	inkWhite3:   {"w3", "#A8997C", "#A8997C", "#FFFFFF", "#FFFFFF"},
	inkBlack1:   {"k1", "#6B6464", "#6B6464", "#14181C", "#14181C"},
	inkBlack2:   {"k2", "#2C2828", "#2C2828", "#14181C", "#14181C"},
	inkBlack3:   {"k3", "#0E0C0C", "#0E0C0C", "#14181C", "#14181C"},
	inkHand:     {"hand", "#F6E7CB", "#F6E7CB", "#FFFFFF", "#0E1114"},
}

// Colours of the focus mark, the same on every ground: white on near black.
const (
	focusDark  = "#14110D"
	focusLight = "#FFFFFF"
)

func (i ink) in(style Style, dark bool) string {
	switch c := palette[i]; {
	case style == Wood:
		return c.wood
	case style == Stone:
		return c.stone
	case dark:
		return c.night
	default:
		return c.plain
	}
}

// StyleSheet returns the custom properties that pictures drawn with
// [Scene.Themed] use, one rule for each look. A page that shows such pictures
// contains it once; within an element of class dark the plain look is the one by
// night, while wood and stone stay as they are.
func StyleSheet() string {
	var b strings.Builder
	rule := func(selector string, style Style, dark bool) {
		b.WriteString(selector + "{")
		for i, c := range palette {
			if i > 0 {
				b.WriteByte(';')
			}
			b.WriteString("--" + c.name + ":" + ink(i).in(style, dark))
		}
		b.WriteString("}\n")
	}
	rule(".kb.wood", Wood, false)
	rule(".kb.stone", Stone, false)
	rule(".kb.plain", Plain, false)
	rule(".dark .kb.plain,.kb.plain.night", Plain, true)
	return b.String()
}
