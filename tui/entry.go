package tui

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// maxEntry bounds what can be typed, in characters.
const maxEntry = 4096

// entry is a line that a person types.
type entry struct {
	text []rune
	at   int
}

// set begins with a text, the cursor behind it.
func (e *entry) set(text string) {
	e.text, e.at = nil, 0
	e.insert(text)
}

func (e *entry) String() string { return string(e.text) }

// insert writes a text at the cursor. Line breaks and the like become spaces.
func (e *entry) insert(text string) {
	for _, r := range text {
		if len(e.text) >= maxEntry {
			return
		}
		if !unicode.IsPrint(r) {
			r = ' '
		}
		e.text = slices.Insert(e.text, e.at, r)
		e.at++
	}
}

// key does what a key does in a line. It reports whether the key was one.
func (e *entry) key(k tea.KeyPressMsg) bool {
	switch k.String() {
	case "left", "ctrl+b":
		e.at = max(e.at-1, 0)
	case "right", "ctrl+f":
		e.at = min(e.at+1, len(e.text))
	case "home", "ctrl+a":
		e.at = 0
	case "end", "ctrl+e":
		e.at = len(e.text)
	case "backspace", "ctrl+h":
		if e.at > 0 {
			e.at--
			e.text = slices.Delete(e.text, e.at, e.at+1)
		}
	case "delete", "ctrl+d":
		if e.at < len(e.text) {
			e.text = slices.Delete(e.text, e.at, e.at+1)
		}
	case "ctrl+u":
		e.text, e.at = slices.Delete(e.text, 0, e.at), 0
	case "ctrl+k":
		e.text = e.text[:e.at]
	case "ctrl+w":
		from := len([]rune(strings.TrimRight(string(e.text[:e.at]), " ")))
		for from > 0 && e.text[from-1] != ' ' {
			from--
		}
		e.text, e.at = slices.Delete(e.text, from, e.at), from
	default:
		if k.Text == "" {
			return false
		}
		e.insert(k.Text)
	}
	return true
}

// window returns the part of the line that is shown in so many columns, with
// the column of the cursor in it.
func (e *entry) window(room int) (text string, cursor int) {
	room = max(room, 1)
	from, used := e.at, 0
	for from > 0 && used+width(string(e.text[from-1])) < room {
		from--
		used += width(string(e.text[from]))
	}
	cursor = used
	to := e.at
	for to < len(e.text) && used+width(string(e.text[to])) <= room {
		used += width(string(e.text[to]))
		to++
	}
	return string(e.text[from:to]), cursor
}
