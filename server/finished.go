package server

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kibaho"
	"kibaho/games"
	"kibaho/store"
)

// FinishedPage is a page of the list of finished games.
type FinishedPage struct {
	Games []Entry `json:"games" doc:"The latest first, with the last position."`
	Next  string  `json:"next,omitempty" doc:"Give it as after to see the next page; empty: this is the last one."`
}

// Bounds of the list of finished games.
const (
	finishedPage = 50   // games of a page, at most
	finishedKept = 1000 // that are remembered, since they never change
)

// finished returns a page of the public games that have come to a result.
func (h *hall) finished(ctx context.Context, kind, after string, limit int, who string) (*FinishedPage, error) {
	if kind != "" {
		if _, err := games.Find(kind); err != nil {
			return nil, err
		}
	}
	last, err := readCursor(after)
	if err != nil {
		return nil, err
	}
	limit = min(max(limit, 1), finishedPage)
	// One more tells whether there is another page.
	list, err := h.store.Finished(ctx, kind, last, limit+1)
	if err != nil {
		return nil, err
	}
	page := &FinishedPage{Games: []Entry{}}
	if len(list) > limit {
		list = list[:limit]
		page.Next = cursor(list[limit-1])
	}
	for _, g := range list {
		n, err := h.ended(ctx, g)
		if err != nil {
			return nil, err
		}
		if n.entry.Outcome == "" {
			continue // broken off, before ends of games were kept
		}
		page.Games = append(page.Games, n.seen(who))
	}
	return page, nil
}

// ended returns what is told of a game that is over.
func (h *hall) ended(ctx context.Context, g store.Game) (*notice, error) {
	h.mu.Lock()
	n := h.past[g.ID]
	h.mu.Unlock()
	if n != nil {
		return n, nil
	}
	kept, events, err := h.store.Game(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	state, err := restore(kept, events)
	if err != nil {
		return nil, err
	}
	n = state.notice(g.ID, g.Created)
	n.entry.Ended = g.Ended.UnixMilli()
	board := wireBoard(state.game.Position(), state.Taken(len(state.game.Plies())))
	n.entry.Board = &board
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.past) >= finishedKept {
		clear(h.past)
	}
	h.past[g.ID] = n
	return n, nil
}

// seen returns the entry as an identity sees it.
func (n *notice) seen(who string) Entry {
	e := n.entry
	e.You = []int{}
	for side, w := range n.who {
		if who != "" && w == who {
			e.You = append(e.You, side)
		}
	}
	return e
}

// cursor names a game in the order of the list: when it ended, and its name.
func cursor(g store.Game) string {
	return strconv.FormatInt(g.Ended.UnixMilli(), 10) + "-" + g.ID
}

func readCursor(text string) (store.Game, error) {
	if text == "" {
		return store.Game{}, nil
	}
	ms, id, ok := strings.Cut(text, "-")
	n, err := strconv.ParseInt(ms, 10, 64)
	if !ok || err != nil || id == "" {
		return store.Game{}, &kibaho.InputError{What: "after", Text: text, At: -1, Want: "expected what next said of the page before"}
	}
	return store.Game{ID: id, Ended: time.UnixMilli(n)}, nil
}

type finishedAnswer struct{ Body *FinishedPage }

// describeFinished registers the list of finished games.
func (s *Server) describeFinished(api huma.API) {
	huma.Register(api, operation(http.MethodGet, "/api/finished", "tables", "list-finished", "Public games that are over, the latest first"),
		func(ctx context.Context, in *struct {
			Game  string `query:"game" maxLength:"32" doc:"Of this game alone."`
			After string `query:"after" maxLength:"64" doc:"What next said of the page before."`
			Limit int    `query:"limit" minimum:"1" maximum:"50" default:"20"`
		},
		) (*finishedAnswer, error) {
			page, err := s.hall.finished(ctx, in.Game, in.After, in.Limit, callerOf(ctx).who)
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &finishedAnswer{page}, nil
		})
}
