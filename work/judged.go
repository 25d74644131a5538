package work

// judged is the format of the kinds whose results depend on how positions are judged: it is
// raised with every change of weights, nets, levels, the worth of a score or the search. Workers
// with others would come to other results.
const judged = 3
