package work

// judged is the format of the kinds whose results depend on how positions are judged: it is
// raised with every change of weights, nets, levels or the worth of a score. Workers with
// others would come to other results.
const judged = 3
