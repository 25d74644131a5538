package protocol

import "testing"

func TestMostMegabytes(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int
	}{
		{"MemTotal:        8388608 kB\nMemFree: 1 kB\n", 6144},
		{"MemFree: 1 kB\nMemTotal: 1048576 kB\n", 768},
		{"MemTotal: 1024 kB\n", leastMegabytes},
		{"MemTotal: many kB\n", unknownMegabytes},
		{"", unknownMegabytes},
	} {
		if got := mostMegabytes(tt.text); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.text, got, tt.want)
		}
	}
	if MaxMegabytes() < leastMegabytes {
		t.Errorf("at most %d", MaxMegabytes())
	}
}
