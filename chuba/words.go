package chuba

import "kibaho"

// The sources' own words, by the number of the rule: variables of their own, so that the
// table of the rules is made when the program is built and not when it starts.
var (
	wordsCH1 = []kibaho.Words{
		{Source: "004", Text: "Placa Chuba este formată din 4 rânduri de 11 găuri. Fiecare jucător controlează cele două găuri cele mai apropiate de el. La fiecare capăt al plăcii există de obicei o gaură mai mare pentru piesele capturate."},
		{Source: "000", Text: "The board is placed between the players as usual, with the longer sides next to them. Each one confines his playing to the two rows of pockets nearest him."},
	}
	wordsCH2 = []kibaho.Words{
		{Source: "000", Text: "Before beginning the game each player places a single counter in each of the pockets of his outer row and two counters in each pocket of his inner row, except that the pocket on his extreme left in the inner row is kept vacant and the one next to it holds but one man."},
	}
	wordsCH3 = []kibaho.Words{
		{Source: "004", Text: "Chuba folosește un aspect inițial cu 1 costum în fiecare gaură din rândurile laterale și 2 în găurile centrale, cu excepția găurii din dreapta din rândul din mijloc al fiecărui jucător, lăsată goală"},
	}
	wordsCH4 = []kibaho.Words{
		{Source: "000", Text: "all moves in the inner row are from right to left, and those in the outer row from left to right."},
		{Source: "004", Text: "La rândul lor, jucătorul ia toate semințele dintr-unul din găurile lor și le însămânțează în sens invers acelor de ceasornic, rulând într-un releu până când ultima sămânță cade într-o gaură goală."},
	}
	wordsCH5 = []kibaho.Words{
		{Source: "000", Text: "If the last counter drops into a pocket that is occupied, the player continues the move by picking up all the men in that pocket, including the one dropped, and disposing of them as before. His move must continue in this same way until the last counter in his hand falls into an empty pocket"},
	}
	wordsCH6 = []kibaho.Words{
		{Source: "000", Text: "The first player chooses any pocket in his inner row which contains more than one man from which to start his first move"},
	}
	wordsCH7 = []kibaho.Words{
		{Source: "004", Text: "Nu puteți începe o însămânțare dintr-o gaură care conține o singură sămânță dacă este posibil să începeți o însămânțare dintr-o gaură cu mai multe semințe. O sămânță care începe dintr-o singură gaură de semințe nu se poate termina într-o gaură ocupată."},
	}
	wordsCH9 = []kibaho.Words{
		{Source: "000", Text: "If this empty pocket into which the last man falls is in the inner row and has opposite it a pocket in the opponent’s inner row containing one or more men, the player captures these men and at once removes them from the board. And if there are one or more men in the corresponding opposite pocket of the opponent’s outer row, they must also be taken."},
	}
	wordsCH10 = []kibaho.Words{
		{Source: "000", Text: "Furthermore, he must select another pair of opposite pockets in his opponent’s rows from which to remove any men that they contain. In making this choice he is at liberty to pick out any pair of opposites, whether both are occupied or empty, or one is occupied and the other empty."},
		{Source: "004", Text: "În plus, jucătorul de serviciu poate captura semințele unei alte perechi de găuri opuse"},
	}
	wordsCH11 = []kibaho.Words{
		{Source: "004", Text: "Când toate găurile unui jucător conțin cel mult o sămânță, toate semințele din rândul său exterior sunt capturate automat de adversar."},
	}
	wordsCH12 = []kibaho.Words{
		{Source: "004", Text: "Cine reușește să captureze toate piesele adversarului câștigă."},
	}
)
