package igisoro

import "kibaho"

// The sources' own words, by the number of the rule: variables of their own, so that the
// table of the rules is made when the program is built and not when it starts.
var (
	wordsIG1 = []kibaho.Words{
		{Source: "002", Text: "Iyo umukino utangiye buri mukinnyi atangirana inka 32."},
		{Source: "002", Text: "Imyobo y’imirongo yombi yo hagati ifite inka enye buri wose."},
	}
	wordsIG2 = []kibaho.Words{
		{Source: "002", Text: "Buri mukinnyi afata igice cye k’imyobo 16."},
		{Source: "002", Text: "Umukino ukinwa werekeza ahanyuranye n’amerkezo y’agashinge k’isaha."},
		{Source: "002", Text: "Iyo akinnye, umukinnyi afata inka zose z’umwobo uri mu gice cye. Nyuma akina muri cya kerekezo twavuze, agenda ashyira inka imwe muri buri mwobo ukurikira ahuye nawo. Umukinnyi akina mu gice cye gusa."},
	}
	wordsIG4 = []kibaho.Words{
		{Source: "002", Text: "Ubwobo yarangirijemo wari urimo ubusa. Niba yarangije gukina umwobo urimo inka imwe. Umukino we urarangiye."},
	}
	wordsIG5 = []kibaho.Words{
		{Source: "002", Text: "Mugukomeza gukina, umukinnyi B arongera afate inka zose ziri mu mwobo wanyuma aze yongere akine. Umwobo rero wanyuma wabaye umwobo wo gutangira . Ibi bishobora gusubiramo inshuro nyinshi igihe kirekire."},
	}
	wordsIG6 = []kibaho.Words{
		{Source: "002", Text: "Niba umwobo wa nyuma uri mumurongo wo hagati kandi imyobo yombi iri yawo mu gice c’undi mukinnyi irimo nibura inka 1 buri wose, Umukinnyi B arafata inka zose ziri muri iyo byobo nabishaka."},
	}
	wordsIG7 = []kibaho.Words{
		{Source: "002", Text: "Nyuma arongera akine bisanzwe aturutse mu mwobo ukurikira uwo yatangiriyemo afata inka."},
		{Source: "002", Text: "Umukinnyi B ariye inka z’undi mikinnyi azikina mu gice cye, à partir de la cavité d’origine du déplacement."},
	}
	wordsIG8 = []kibaho.Words{
		{Source: "002", Text: "Bamwe bavuga ko kurya ari itegeko abandi ko umuntu arya iyo ashatse, icyangombwa ni ukubyunvikanaho."},
	}
	wordsIG9 = []kibaho.Words{
		{Source: "002", Text: "Inzira yo kwerekeza ni imwe, kereka niba umwobo wanyuma ari umwe muri iyi myobo izungurutseho umuhondo. Icyo gihe umuntu ashobora kurya asubira inyuma. Nyuma niba atongeye kurya, arongera akine bisanzwe aturutse kuri uwo mwobo."},
	}
	wordsIG12 = []kibaho.Words{
		{Source: "002", Text: "Mumukino buri mukinnyi aba agomba kugerageza kurya inka z’undi kugeza azimaze."},
	}
)
