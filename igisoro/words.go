package igisoro

import "kibaho"

// words are the sources' own words, by the number of the rule.
var words = map[string][]kibaho.Words{
	"IG1": {
		{Source: "002", Text: "Iyo umukino utangiye buri mukinnyi atangirana inka 32."},
		{Source: "002", Text: "Imyobo y’imirongo yombi yo hagati ifite inka enye buri wose."},
	},
	"IG2": {
		{Source: "002", Text: "Buri mukinnyi afata igice cye k’imyobo 16."},
		{Source: "002", Text: "Umukino ukinwa werekeza ahanyuranye n’amerkezo y’agashinge k’isaha."},
		{Source: "002", Text: "Iyo akinnye, umukinnyi afata inka zose z’umwobo uri mu gice cye. Nyuma akina muri cya kerekezo twavuze, agenda ashyira inka imwe muri buri mwobo ukurikira ahuye nawo. Umukinnyi akina mu gice cye gusa."},
	},
	"IG4": {
		{Source: "002", Text: "Ubwobo yarangirijemo wari urimo ubusa. Niba yarangije gukina umwobo urimo inka imwe. Umukino we urarangiye."},
	},
	"IG5": {
		{Source: "002", Text: "Mugukomeza gukina, umukinnyi B arongera afate inka zose ziri mu mwobo wanyuma aze yongere akine. Umwobo rero wanyuma wabaye umwobo wo gutangira . Ibi bishobora gusubiramo inshuro nyinshi igihe kirekire."},
	},
	"IG6": {
		{Source: "002", Text: "Niba umwobo wa nyuma uri mumurongo wo hagati kandi imyobo yombi iri yawo mu gice c’undi mukinnyi irimo nibura inka 1 buri wose, Umukinnyi B arafata inka zose ziri muri iyo byobo nabishaka."},
	},
	"IG7": {
		{Source: "002", Text: "Nyuma arongera akine bisanzwe aturutse mu mwobo ukurikira uwo yatangiriyemo afata inka."},
		{Source: "002", Text: "Umukinnyi B ariye inka z’undi mikinnyi azikina mu gice cye, à partir de la cavité d’origine du déplacement."},
	},
	"IG8": {
		{Source: "002", Text: "Bamwe bavuga ko kurya ari itegeko abandi ko umuntu arya iyo ashatse, icyangombwa ni ukubyunvikanaho."},
	},
	"IG9": {
		{Source: "002", Text: "Inzira yo kwerekeza ni imwe, kereka niba umwobo wanyuma ari umwe muri iyi myobo izungurutseho umuhondo. Icyo gihe umuntu ashobora kurya asubira inyuma. Nyuma niba atongeye kurya, arongera akine bisanzwe aturutse kuri uwo mwobo."},
	},
	"IG12": {
		{Source: "002", Text: "Mumukino buri mukinnyi aba agomba kugerageza kurya inka z’undi kugeza azimaze."},
	},
}
