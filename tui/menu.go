package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// level is a kind of player to choose from.
type level struct {
	says   string
	engine bool
	budget games.Budget
}

var levels = []level{
	{"a person", false, games.Budget{}},
	{"engine, level 1: a beginner", true, games.Budget{Level: 1}},
	{"engine, level 2", true, games.Budget{Level: 2}},
	{"engine, level 3", true, games.Budget{Level: 3}},
	{"engine, level 4", true, games.Budget{Level: 4}},
	{"engine, level 5", true, games.Budget{Level: 5}},
	{"engine, level 6", true, games.Budget{Level: 6}},
	{"engine, level 7", true, games.Budget{Level: 7}},
	{"engine, level 8", true, games.Budget{Level: 8}},
	{"engine, 1/5 second a move", true, games.Budget{Time: 200 * time.Millisecond}},
	{"engine, 1 second a move", true, games.Budget{Time: time.Second}},
	{"engine, 5 seconds a move", true, games.Budget{Time: 5 * time.Second}},
	{"engine, 20 seconds a move", true, games.Budget{Time: 20 * time.Second}},
	{"engine, 1 minute a move", true, games.Budget{Time: time.Minute}},
}

// usualLevel is the entry of levels that a newcomer meets: the engine's level 3.
const usualLevel = 3

// menu is what to play next.
type menu struct {
	shelf   []games.Game
	game    int
	variant int
	set     map[string]string // options that differ from the variant's
	level   [2]int
	name    [2]string
	leader  Leader
	length  int
	last    *play.Record // the game that was kept

	row    int
	naming bool
	entry  entry
	fault  string
	tops   []int // the line of each row when last drawn, for the pointer
}

// item is a row of the menu.
type item struct {
	head   string // begins a group
	label  string
	value  string
	detail string
	source string
	change func(step int) // nil: Enter alone
	enter  func()
}

func (m *model) openMenu() {
	m.stopThinking()
	old := m.menu
	mn := &menu{shelf: m.o.Shelf, set: map[string]string{}, length: 1, level: [2]int{0, usualLevel}}
	if old != nil {
		*mn = *old
		mn.row, mn.naming, mn.fault = 0, false, ""
	} else {
		for i, p := range m.o.Players {
			mn.name[i] = p.Name
			if p.Engine {
				mn.level[i] = usualLevel
			}
		}
		mn.leader, mn.length = m.o.Leader, max(m.o.Match, 1)
		if i := slices.Index(mn.shelf, m.o.Game); i >= 0 && m.o.Game != nil {
			mn.game = i
		}
	}
	mn.last = nil
	if r, err := m.lastRecord(); err == nil {
		mn.last = r
	}
	m.menu, m.screen, m.overlay, m.typing = mn, menuScreen, noOverlay, nothing
}

func (mn *menu) facts() *kibaho.Facts { return mn.shelf[mn.game].Facts() }

// settings returns the settings that the menu says. The error tells of options
// that cannot go together.
func (mn *menu) settings() (kibaho.Settings, error) {
	var set []string
	for name, value := range mn.set {
		set = append(set, name+"="+value)
	}
	slices.Sort(set)
	return mn.facts().Settings(mn.facts().Variants[mn.variant].Name, set...)
}

// value returns the value of an option.
func (mn *menu) value(o *kibaho.Option) string {
	if v, ok := mn.set[o.Name]; ok {
		return v
	}
	return mn.usual(o)
}

// usual returns the value of an option in the variant.
func (mn *menu) usual(o *kibaho.Option) string {
	if v, ok := mn.facts().Variants[mn.variant].Set[o.Name]; ok {
		return v
	}
	return o.Default
}

// give sets an option; the variant's own value is not kept as a choice.
func (mn *menu) give(o *kibaho.Option, value string) {
	if value == mn.usual(o) {
		delete(mn.set, o.Name)
	} else {
		mn.set[o.Name] = value
	}
	_, err := mn.settings()
	mn.fault = ""
	if err != nil {
		mn.fault = explain(err)
	}
}

func turn(at, step, n int) int { return ((at+step)%n + n) % n }

// items returns the rows of the menu.
func (m *model) items() []item {
	mn := m.menu
	facts := mn.facts()
	variant := &facts.Variants[mn.variant]
	list := []item{{
		label: "Play", value: "begin the game", detail: "Enter begins. Every row below can be changed with the keys left and right.",
		enter: m.start,
	}}
	if mn.last != nil {
		g := mn.last.Game
		list = append(list, item{
			label: "Go on", value: "with the game that was kept: " + g.Start().Game().Facts().Title + ", " + strconv.Itoa(len(g.Turns())) + " turns",
			detail: mn.last.Tag(tagFirst) + " against " + mn.last.Tag(tagSecond) + ", " + mn.last.Tag(tagDate),
			enter: func() {
				if err := m.resume(mn.last, [2]Player{}); err != nil {
					mn.fault = explain(err)
				}
			},
		})
	}
	list = append(list, item{
		head: "Game", label: "Game", value: facts.Title, detail: facts.About,
		change: func(step int) {
			mn.game, mn.variant, mn.set, mn.fault = turn(mn.game, step, len(mn.shelf)), 0, map[string]string{}, ""
		},
	}, item{
		label: "Variant", value: title(variant), detail: variant.Text, source: variant.Source,
		change: func(step int) {
			mn.variant, mn.set, mn.fault = turn(mn.variant, step, len(facts.Variants)), map[string]string{}, ""
		},
	})
	for i := range mn.level {
		name := mn.name[i]
		if name == "" {
			name = fmt.Sprintf("Player %d", i+1)
		}
		value := name + ": " + levels[mn.level[i]].says
		if mn.naming && m.menu.row == len(list) {
			value = ""
		}
		head := ""
		if i == 0 {
			head = "Players"
		}
		list = append(list, item{
			head: head, label: fmt.Sprintf("Player %d", i+1), value: value,
			detail: "Left and right choose a person or how hard the engine thinks; Enter writes a name.",
			change: func(step int) { mn.level[i] = turn(mn.level[i], step, len(levels)) },
			enter: func() {
				mn.naming = true
				mn.entry.set(mn.name[i])
			},
		})
	}
	list = append(list, m.leadItems()...)
	head := "Rules"
	for i := range facts.Options {
		list = append(list, mn.optionItem(&facts.Options[i], head))
		head = ""
	}
	yes := map[bool]string{true: "yes", false: "no"}
	return append(list,
		item{head: "Show", label: "Speed", value: m.speed.String(), detail: "How fast a move is shown. Any key ends the show of a move.", change: func(step int) {
			order := []Speed{Slow, Normal, Quick, Off}
			m.speed = order[turn(slices.Index(order, m.speed), step, len(order))]
		}},
		item{label: "Hints", value: yes[m.hints], detail: "Whether the engine's advice and thoughts are shown. The key h changes it during a game.", change: func(int) { m.hints = !m.hints }},
		item{label: "Confirm", value: yes[m.o.Confirm], detail: "Whether a move that has been chosen waits for Enter.", change: func(int) { m.o.Confirm = !m.o.Confirm }},
	)
}

func (m *model) leadItems() []item {
	mn := m.menu
	names := mn.players()
	first := mn.facts().Sides[kibaho.First]
	says := [...]string{
		ByPlayers: names[0].Name + " plays " + first + " and leads",
		Reversed:  names[1].Name + " plays " + first + " and leads",
		ByDraw:    "by lot: a man of each colour is hidden, a hand is chosen",
	}
	length := "a single game"
	if mn.length > 1 {
		length = fmt.Sprintf("a match of %d games", mn.length)
	}
	return []item{
		{label: "Who leads", value: says[mn.leader], detail: "Who begins the first game: by agreement or by lot.", source: "003; M1", change: func(step int) {
			mn.leader = Leader(turn(int(mn.leader), step, len(says)))
		}},
		{label: "Match", value: length, detail: "In a match the rule below says who leads the next game.", source: "M1", change: func(step int) {
			mn.length = min(max(mn.length+step, 1), 99)
		}},
	}
}

func title(v *kibaho.Variant) string {
	if v.Title != "" && !strings.EqualFold(v.Title, v.Name) {
		return v.Title + " (" + v.Name + ")"
	}
	if v.Title != "" {
		return v.Title
	}
	return v.Name
}

func (mn *menu) optionItem(o *kibaho.Option, head string) item {
	value := mn.value(o)
	it := item{head: head, label: o.Name, value: value, detail: o.Text, source: o.Source}
	if o.Rule != "" {
		it.source = o.Rule + "; " + o.Source
	}
	if len(o.Values) == 0 {
		it.value = fmt.Sprintf("%s (%d to %d)", value, o.Min, o.Max)
		it.change = func(step int) {
			n, _ := strconv.Atoi(mn.value(o))
			mn.give(o, strconv.Itoa(min(max(n+step, o.Min), o.Max)))
		}
	} else {
		at := slices.IndexFunc(o.Values, func(v kibaho.Value) bool { return v.Name == value })
		if at >= 0 {
			v := o.Values[at]
			it.value = v.Text
			if v.Source != "" {
				it.source += "; this answer: " + v.Source
			}
		}
		it.change = func(step int) { mn.give(o, o.Values[turn(max(at, 0), step, len(o.Values))].Name) }
	}
	if _, changed := mn.set[o.Name]; changed {
		it.label += " *"
	}
	return it
}

// players returns the players that the menu says.
func (mn *menu) players() [2]Player {
	var list [2]Player
	for i := range list {
		l := levels[mn.level[i]]
		list[i] = Player{Name: mn.name[i], Engine: l.engine, Budget: l.budget}
		if list[i].Name == "" {
			list[i].Name = fmt.Sprintf("Player %d", i+1)
			if l.engine {
				list[i].Name = "Engine"
			}
		}
	}
	if list[0].Name == list[1].Name {
		list[0].Name += " 1"
		list[1].Name += " 2"
	}
	return list
}

func (m *model) start() {
	mn := m.menu
	s, err := mn.settings()
	if err == nil {
		err = m.begin(setup{mn.shelf[mn.game], s, mn.players(), mn.length, mn.leader})
	}
	if err != nil {
		mn.fault = explain(err)
	}
}

func (m *model) menuKey(k tea.KeyPressMsg) {
	mn := m.menu
	items := m.items()
	mn.row = min(mn.row, len(items)-1)
	it := items[mn.row]
	if mn.naming {
		m.nameKey(k)
		return
	}
	switch k.String() {
	case "up", "shift+tab":
		mn.row = turn(mn.row, -1, len(items))
	case "down", "tab":
		mn.row = turn(mn.row, 1, len(items))
	case "home":
		mn.row = 0
	case "end":
		mn.row = len(items) - 1
	case "left", "right", "pgup", "pgdown":
		if it.change != nil {
			it.change(map[string]int{"left": -1, "right": 1, "pgup": 10, "pgdown": -10}[k.String()])
		}
	case "enter", "space":
		switch {
		case it.enter != nil:
			it.enter()
		case k.String() == "space" && it.change != nil:
			it.change(1)
		default:
			m.start()
		}
	case "i":
		m.show(rulesOverlay)
	case "?", "f1":
		m.show(helpOverlay)
	case "esc":
		if m.table != nil {
			m.screen = tableScreen
			m.settle()
		}
	case "q":
		m.quit()
	}
}

func (m *model) nameKey(k tea.KeyPressMsg) {
	mn := m.menu
	switch k.String() {
	case "enter", "esc":
		mn.naming = false
		if k.String() == "esc" {
			return
		}
		row := 0
		for i, it := range m.items() {
			if it.label == "Player 2" && i == mn.row {
				row = 1
			}
		}
		mn.name[row] = strings.TrimSpace(cut(mn.entry.String(), 24))
	default:
		mn.entry.key(k)
	}
}

func (m *model) menuClick(y int) {
	mn := m.menu
	for i, top := range mn.tops {
		if top == y && top > 0 {
			if i == mn.row {
				m.menuKey(tea.KeyPressMsg{Code: tea.KeyEnter})
				return
			}
			mn.row, mn.naming = i, false
		}
	}
}

// drawMenu draws the menu and returns the cursor of the name being written.
func (m *model) drawMenu(c *canvas) *tea.Cursor {
	mn, l := m.menu, &m.look
	items := m.items()
	mn.row = min(mn.row, len(items)-1)
	m.drawBrand(c, "four traditional board games")
	wide := min(m.w-4, 96)
	x0 := (m.w - wide) / 2
	detail := 4
	room := m.h - 3 - detail - 1
	// Lay out the rows with their heads, then show the part round the chosen one.
	type row struct {
		item int // -1: a head
		text string
	}
	var rows []row
	chosenAt := 0
	for i, it := range items {
		if it.head != "" {
			if m.h >= 30 {
				rows = append(rows, row{-1, ""})
			}
			rows = append(rows, row{-1, it.head})
		}
		if i == mn.row {
			chosenAt = len(rows)
		}
		rows = append(rows, row{i, ""})
	}
	from := min(max(0, chosenAt-room/2), max(0, len(rows)-room))
	mn.tops = make([]int, len(items))
	var cursor *tea.Cursor
	for i, r := range rows[from:min(from+room, len(rows))] {
		y := 2 + i
		if r.item < 0 {
			c.text(x0, y, wide, l.brand.strong(), r.text)
			continue
		}
		it := items[r.item]
		mn.tops[r.item] = y
		p, label := pen{}, l.quiet
		if r.item == mn.row {
			c.text(x0, y, 1, l.live.strong(), l.sign(signTurn))
			label = l.live.strong()
			p = pen{bold: true}
			if it.change != nil {
				c.text(x0+20, y, 1, l.live, "<")
				c.text(x0+wide-1, y, 1, l.live, ">")
			}
		}
		c.text(x0+2, y, 18, label, it.label)
		if mn.naming && r.item == mn.row {
			text, column := mn.entry.window(wide - 26)
			c.text(x0+22, y, wide-24, p, text)
			cursor = tea.NewCursor(x0+22+column, y)
			continue
		}
		c.text(x0+22, y, wide-24, p, it.value)
	}
	y := m.h - 1 - detail
	it := items[mn.row]
	text := it.detail
	if it.source != "" {
		text += " [" + strings.TrimSuffix(strings.TrimSpace(it.source), ";") + "]"
	}
	p := l.quiet
	if mn.fault != "" {
		text, p = l.sign(signNo)+" "+mn.fault, l.alarm.strong()
	}
	for i, line := range wrap(text, wide) {
		if i < detail {
			c.text(x0, y+i, wide, p, line)
		}
	}
	m.drawFooter(c, [][2]string{{"up down", "row"}, {"left right", "change"}, {"Enter", "play"}, {"i", "rules"}, {"?", "help"}, {"q", "leave"}})
	return cursor
}

// drawBrand writes the name of the program with its band.
func (m *model) drawBrand(c *canvas, text string) {
	l := &m.look
	zig := "▚▞"
	if l.ascii {
		zig = `/\`
	}
	x := c.text(1, 0, 2, l.brand, zig)
	x = c.text(x+1, 0, m.w, l.brand.strong(), "kibaho")
	x = c.text(x+2, 0, m.w-x-3, l.quiet, text) + 2
	for ; x+2 < m.w; x += 2 {
		c.text(x, 0, 2, l.brand, zig)
	}
}

// drawFooter writes keys in the last line. Where there is no room for all, those
// in the middle are left out: help and leaving come last and stay.
func (m *model) drawFooter(c *canvas, keys [][2]string) {
	need := func(k [2]string) int { return width(k[0]) + 1 + width(k[1]) + 2 }
	total := -1 // the last needs no gap
	for _, k := range keys {
		total += need(k)
	}
	keys = slices.Clone(keys)
	for len(keys) > 2 && total > m.w {
		out := len(keys) - 3
		total -= need(keys[out])
		keys = slices.Delete(keys, out, out+1)
	}
	x := 1
	for _, k := range keys {
		x = c.text(x, m.h-1, max(m.w-x, 0), m.look.brand.strong(), k[0])
		x = c.text(x+1, m.h-1, max(m.w-x-1, 0), m.look.quiet, k[1]) + 2
	}
}
