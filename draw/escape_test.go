package draw

import (
	"bytes"
	"encoding/xml"
	"testing"
)

// TestEscape: texts are escaped as the XML library of Go does it.
func TestEscape(t *testing.T) {
	texts := []string{"", "Amahoro 3–2", `<a href="x">&'b'</a>`, "a\tb\nc\r", "bad \xff\xfe utf8", "\U0010ffff\ue000", "\xed\xa0\x80"}
	for r := rune(0); r < 0x200; r++ {
		texts = append(texts, string(r))
	}
	for _, r := range []rune{0xd7ff, 0xfffd, 0xfffe, 0xffff, 0x10000} {
		texts = append(texts, "x"+string(r)+"y")
	}
	for _, text := range texts {
		var want bytes.Buffer
		if err := xml.EscapeText(&want, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := escape(text); got != want.String() {
			t.Errorf("escape(%q) = %q, want %q", text, got, want.String())
		}
	}
}
