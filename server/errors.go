package server

import (
	"context"
	"errors"
	"net/http"

	"kibaho"
	"kibaho/archive"
	"kibaho/store"
)

// Errors that commands meet.
var (
	errSeat    = errors.New("this is not your seat")
	errFlag    = errors.New("the time is up")
	errMissing = errors.New("there is no such table")
	errFull    = errors.New("the server has as many tables as it can hold; try again later")
	errBusy    = errors.New("the server is busy; try again later")
	errOften   = errors.New("too many requests; wait a moment")
	errClosing = errors.New("the server is going down")
)

// wrongTime tells why a command that exists cannot be followed now.
type wrongTime string

func (w wrongTime) Error() string { return string(w) }

// statusOf is the one place that turns an error into an HTTP status.
func statusOf(err error) int {
	var wrong wrongTime
	var refusal *kibaho.Refusal
	var input *kibaho.InputError
	switch {
	case errors.As(err, &refusal), errors.As(err, &input):
		return http.StatusUnprocessableEntity
	case errors.As(err, &wrong), errors.Is(err, errFlag):
		return http.StatusConflict
	case errors.Is(err, errSeat), errors.Is(err, errOverseer):
		return http.StatusForbidden
	case errors.Is(err, errMissing), errors.Is(err, errNoQueue), errors.Is(err, errNoJob), errors.Is(err, store.ErrNotFound), errors.Is(err, archive.ErrNoGame):
		return http.StatusNotFound
	case errors.Is(err, errOften):
		return http.StatusTooManyRequests
	case errors.Is(err, errFull), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errBusy), errors.Is(err, errClosing), errors.Is(err, store.ErrClosed), errors.Is(err, store.ErrUnavailable):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// Problem is an error as it is sent: RFC 9457, with the refusal of a move.
type Problem struct {
	Status  int      `json:"status"`
	Title   string   `json:"title"`
	Detail  string   `json:"detail"`
	Refusal *Refusal `json:"refusal,omitempty"`
	Move    *int     `json:"move,omitempty" doc:"Which of several moves is refused, from 0."`
}

func (p *Problem) Error() string  { return p.Detail }
func (p *Problem) GetStatus() int { return p.Status }

// ContentType says that the JSON is a problem.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// problem turns an error into what is sent. The reason of an internal fault
// stays inside.
func problem(err error, game string) *Problem {
	status := statusOf(err)
	p := &Problem{Status: status, Title: http.StatusText(status), Detail: err.Error()}
	if r, ok := wireRefusal(err, game); ok {
		p.Refusal = &r
	}
	var move *moveError
	if errors.As(err, &move) {
		p.Move = &move.index
	}
	if errors.Is(err, store.ErrUnavailable) {
		p.Detail = store.ErrUnavailable.Error() // where the database is, is nobody's business
	}
	if status == http.StatusInternalServerError {
		p.Detail = "something went wrong here; it is in the server's log"
	}
	return p
}
