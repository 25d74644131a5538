package train

import "kibaho"

// watch draws some of the positions that a search judges by lot, each as likely as any other.
// Much of what an evaluation is asked about comes after bad moves, which games seldom go through:
// it is these positions that it must know.
type watch[P any] struct {
	most  int // how many; 0: none
	seen  int
	drawn []P
	r     *kibaho.Rand
}

// begin makes a watch draw so many of those that it will see.
func (w *watch[P]) begin(most int, r *kibaho.Rand) {
	*w = watch[P]{most: most, drawn: w.drawn[:0], r: r}
}

// end makes it draw no more, and returns those that it has.
func (w *watch[P]) end() []P {
	w.most = 0
	return w.drawn
}

func (w *watch[P]) see(p *P) {
	if w.most == 0 {
		return
	}
	w.seen++
	if len(w.drawn) < w.most {
		w.drawn = append(w.drawn, *p)
	} else if i := w.r.N(w.seen); i < w.most {
		w.drawn[i] = *p
	}
}
