package tui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/record"
)

// The tags in which a kept game says who plays.
const (
	tagFirst        = "First"
	tagSecond       = "Second"
	tagFirstEngine  = "FirstEngine"
	tagSecondEngine = "SecondEngine"
	tagDate         = "Date"
)

// record returns the game on the table as it is kept.
func (t *table) record() *play.Record {
	r := t.from.With(t.game)
	set := func(name, value string) {
		if value != "" {
			r.Tags = append(r.Tags, play.Tag{Name: name, Value: value})
		}
	}
	for side, names := range [2][2]string{{tagFirst, tagFirstEngine}, {tagSecond, tagSecondEngine}} {
		p := t.seat(kibaho.Side(side))
		set(names[0], p.Name)
		if p.Engine {
			set(names[1], budgetWords(p.Budget))
		}
	}
	for _, tag := range t.matchTags() {
		set(tag.Name, tag.Value)
	}
	own := map[string]bool{tagFirst: true, tagSecond: true, tagFirstEngine: true, tagSecondEngine: true}
	dated := false
	for _, tag := range t.tags {
		if !own[tag.Name] && !isMatchTag(tag.Name) {
			set(tag.Name, tag.Value)
			dated = dated || tag.Name == tagDate
		}
	}
	if !dated {
		set(tagDate, time.Now().Format("2006.01.02"))
	}
	return r
}

// budgetWords writes a budget as the tags have it: "1s", "depth 4", "10000 nodes".
func budgetWords(b games.Budget) string {
	if unbounded(b) {
		b = defaultBudget
	}
	var words []string
	if b.Level != games.Full {
		words = append(words, "level "+b.Level.String())
	}
	if b.Time > 0 {
		words = append(words, b.Time.String())
	}
	if b.Depth > 0 {
		words = append(words, fmt.Sprintf("depth %d", b.Depth))
	}
	if b.Nodes > 0 {
		words = append(words, fmt.Sprintf("%d nodes", b.Nodes))
	}
	return strings.Join(words, ", ")
}

// readBudget reads what budgetWords writes; what it cannot read it leaves out.
func readBudget(text string) games.Budget {
	var b games.Budget
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if d, err := time.ParseDuration(part); err == nil && d > 0 {
			b.Time = d
		}
		if l, err := games.ReadLevel(strings.TrimPrefix(part, "level ")); err == nil && strings.HasPrefix(part, "level ") {
			b.Level = l
		}
		if n, err := strconv.Atoi(strings.TrimPrefix(part, "depth ")); err == nil && n > 0 && strings.HasPrefix(part, "depth ") {
			b.Depth = n
		}
		if n, err := strconv.ParseUint(strings.TrimSuffix(part, " nodes"), 10, 64); err == nil && strings.HasSuffix(part, " nodes") {
			b.Nodes = n
		}
	}
	if unbounded(b) {
		return defaultBudget
	}
	return b
}

// resume sits down to a game that was kept. Players that are given come before
// those that the record names.
func (m *model) resume(r *play.Record, players [2]Player) error {
	for i, names := range [2][2]string{{tagFirst, tagFirstEngine}, {tagSecond, tagSecondEngine}} {
		if players[i] != (Player{}) {
			continue
		}
		players[i].Name = r.Tag(names[0])
		if budget := r.Tag(names[1]); budget != "" {
			players[i].Engine, players[i].Budget = true, readBudget(budget)
		}
	}
	for i, side := range r.Game.Start().Game().Facts().Sides {
		if players[i].Name == "" {
			players[i].Name = side
		}
	}
	t := newTable(r.Game, players)
	t.tags, t.from, t.told = r.Tags, *r, r.Game.Over()
	if _, err := m.resumeMatch(t, r); err != nil {
		return err
	}
	m.seated(t)
	return nil
}

// lastRecord reads the game that was kept when the person left.
func (m *model) lastRecord() (*play.Record, error) {
	name, err := m.keepFile()
	if err != nil {
		return nil, err
	}
	return m.readRecord(name)
}

func (m *model) readRecord(name string) (*play.Record, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return play.ReadRecord(bytes.NewReader(text), func(name string) (games.Game, error) {
		for _, g := range m.o.Shelf {
			if g.Facts().Name == name {
				return g, nil
			}
		}
		return games.Find(name)
	})
}

func (m *model) keepFile() (string, error) {
	if m.o.SaveFile != "" {
		return m.o.SaveFile, nil
	}
	return LastGame()
}

// keep writes the game to the file where it is kept, so that nothing is lost
// however the program ends. A game in which nobody has moved is not kept.
func (m *model) keep() error {
	t := m.table
	if t == nil || len(t.game.Plies()) <= t.opening && !t.game.Over() {
		return nil
	}
	name, err := m.keepFile()
	if err != nil {
		return err
	}
	return errors.Join(writeRecord(name, t.record()), m.add())
}

// add adds a game that is over to the file of all that were played, once.
func (m *model) add() error {
	t := m.table
	if !t.game.Over() {
		t.told = false
		return nil
	}
	if t.told || m.o.Played == "" || len(t.game.Plies()) <= t.opening {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(m.o.Played), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(m.o.Played, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	text := t.record().Tree().Append(nil, record.Layout{})
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		t.told = true
	}
	return err
}

// writeRecord writes a record whole or not at all.
func writeRecord(name string, r *play.Record) error {
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		return err
	}
	return writeFile(name, text.Bytes())
}

// writeFile writes a file whole or not at all: beside it first, then in its place.
func writeFile(name string, text []byte) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".kibaho-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// save asks for the file to save to.
func (m *model) save() {
	t := m.table
	name := m.o.SaveFile
	if name == "" {
		name = t.facts().Name + "-" + time.Now().Format("2006-01-02") + ".game"
	}
	m.open(aFile, name)
	t.notice = notice{said, "Save to which file?"}
}

func (m *model) saveAs(name string) {
	t := m.table
	if err := writeRecord(name, t.record()); err != nil {
		t.notice = notice{warned, "Not saved: " + err.Error()}
		return
	}
	m.typing = nothing
	t.notice = notice{said, "Saved to " + name + "."}
}

func (m *model) readLedger() (*play.Ledger, error) {
	if m.o.Ledger == "" {
		return new(play.Ledger), nil
	}
	text, err := os.ReadFile(m.o.Ledger)
	if errors.Is(err, fs.ErrNotExist) {
		return new(play.Ledger), nil
	}
	if err != nil {
		return nil, err
	}
	return play.ReadLedger(bytes.NewReader(text))
}

func (m *model) writeLedger(l *play.Ledger) error {
	if m.o.Ledger == "" {
		return nil
	}
	var text bytes.Buffer
	if err := l.Write(&text); err != nil {
		return err
	}
	return writeFile(m.o.Ledger, text.Bytes())
}
