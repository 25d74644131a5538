package main

import "time"

// measured is what was measured, and what is assumed of a cluster. Seconds and
// bytes of tables of four and five pieces are those of 'kibaho tables build
// draughts --threads 1', processor time and files included, on a core of an AMD
// EPYC that other programs kept busy. From four to five a position takes 1.29
// times as long and 1.16 times the bytes; both are continued at that rate.
var measured = continued(machine{
	Cores: 16,
	Link:  125e6,  // a gigabit
	Store: 2500e6, // twenty
	Delay: 5 * time.Second,
	Extra: 20 * time.Millisecond,
	Cache: 500e9,
}, point{1.777 / 6_209_316, 2_524_684.0 / 6_209_316}, point{51.337 / 139_450_808, 65_685_923.0 / 139_450_808})

// point is what a position takes: seconds of a core, and bytes of a file.
type point struct{ seconds, bytes float64 }

// continued fills in what positions of any number of pieces take, from those of
// four and of five.
func continued(m machine, four, five point) machine {
	for n := range m.PerPos {
		m.PerPos[n], m.Bytes[n] = four.seconds, four.bytes
		for range n - 4 {
			m.PerPos[n] *= five.seconds / four.seconds
			m.Bytes[n] *= five.bytes / four.bytes
		}
	}
	return m
}
