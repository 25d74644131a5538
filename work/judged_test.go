package work

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"kibaho/train"
)

// Whoever changes how positions are judged raises the format of the jobs that depend on it, and
// writes down here what it stands for.
func TestJudged(t *testing.T) {
	h := sha256.New()
	for _, game := range append(train.Nets(), "draughts") {
		h.Write(train.Learned(game))
	}
	const stands = "2: beec322d10a76175"
	if got := fmt.Sprintf("%d: %x", judged, h.Sum(nil)[:8]); got != stands {
		t.Errorf("the weights or nets have changed (%s, format and hash; %s before): raise judged and write the new line down", got, stands)
	}
}
