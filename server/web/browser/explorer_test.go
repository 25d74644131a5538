package browser_test

import (
	"encoding/json"
	"os"
	"testing"
)

// The games of record beside a board: what was played, how it went, and a turn
// that is played by choosing it. A game that has just ended at a table is there.
func TestExplorer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	p.open("/analysis?game=draughts")
	p.until(`document.querySelector("kb-explorer summary")`)
	for _, moves := range [][]string{{"11-15", "23-19", "8-11", "22-17", "4-8"}, {"11-15", "23-18"}, {"9-14", "22-18"}} {
		id := p.newTable(map[string]any{"game": "draughts", "seat": "both", "visibility": "public"}, moves...)
		command, err := json.Marshal(map[string]string{"kind": "resign"})
		if err != nil {
			t.Fatal(err)
		}
		p.js(`fetch("/api/tables/` + id + `/commands", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(` + string(command) + `)}).then((r) => r.ok)`)
	}
	p.until(`fetch("/api/explore", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"game":"draughts"}'}).then((r) => r.json()).then((x) => x.games === 3)`)
	p.point(`kb-explorer summary`)
	p.until(`document.querySelectorAll("kb-explorer tbody tr").length === 2`)
	if got := p.text(`document.querySelector("kb-explorer summary .num").innerText`); got != "3 games" {
		t.Errorf("it says %q", got)
	}
	if got := p.text(`document.querySelector("kb-explorer tbody tr").innerText.replace(/\s+/g, " ")`); got == "" || got[:5] != "11-15" {
		t.Errorf("the first row is %q", got)
	}
	p.picture("explorer")
	if script, err := os.ReadFile(axe); err == nil {
		p.js(string(script) + "; true")
		if found := p.text(`axe.run("kb-explorer").then((r) => r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.map((n) => n.target.join(" ") + n.failureSummary).join("; ")).join("\n"))`); found != "" {
			t.Error(found)
		}
	}
	p.point(`kb-explorer tbody button`)
	p.until(`document.querySelectorAll(".tree button").length === 1`)
	p.until(`document.querySelector("kb-explorer summary .num")?.innerText.includes("Old Faithful")`)
	p.until(`document.querySelectorAll("kb-explorer tbody tr").length === 2`)
	p.picture("explorer-after")
	if wide := p.text(`document.documentElement.scrollWidth > innerWidth ? "too wide" : ""`); wide != "" {
		t.Error(wide)
	}
	q := newPerson(t, s, "Ben", phone)
	q.open("/analysis?game=draughts")
	q.until(`document.querySelector("kb-explorer summary")`)
	q.js(`document.querySelector("kb-explorer details").open = true`)
	q.until(`document.querySelectorAll("kb-explorer tbody tr").length === 2`)
	if wide := q.text(`document.documentElement.scrollWidth > innerWidth ? "too wide" : ""`); wide != "" {
		t.Error(wide)
	}
	q.picture("explorer-phone")
}
