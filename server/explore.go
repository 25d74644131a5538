package server

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kibaho/archive"
	"kibaho/games"
	"kibaho/play"
)

// ExploreBody asks what was played in a position.
type ExploreBody struct {
	PositionBody
	Nodes int64 `json:"nodes,omitempty" minimum:"0" maximum:"200000" doc:"Decisions that the engine looks at for its word on the turns; 0: no word."`
}

type (
	exploreAnswer struct {
		Body archive.ViewJSON
	}
	keptPath struct {
		ID int64 `path:"id" minimum:"1" doc:"The number of the game, as samples give it."`
	}
)

// describeExplorer registers what the database of records is asked.
func (s *Server) describeExplorer(api huma.API) {
	huma.Register(api, operation("POST", "/api/explore", "positions", "explore", "What was played in a position, and how it went"),
		func(ctx context.Context, in *struct{ Body ExploreBody }) (*exploreAnswer, error) {
			game, err := in.Body.play()
			if err != nil {
				return nil, s.problem(err, in.Body.Game)
			}
			p := game.Position()
			v := &archive.View{Position: p, Name: archive.NameOf(p)}
			a, err := s.keeper.open(ctx, false)
			if err == nil && a != nil {
				v, err = archive.Explore(ctx, a, p)
			}
			if err != nil {
				return nil, s.problem(err, in.Body.Game)
			}
			var words archive.Words
			if in.Body.Nodes > 0 && len(v.Choices) > 0 && !game.Over() {
				if words, err = s.words(ctx, game, in.Body.Nodes); err != nil {
					return nil, s.problem(err, in.Body.Game)
				}
			}
			return &exploreAnswer{archive.JSON(v, words)}, nil
		})
	huma.Register(api, operation("GET", "/api/records/{id}", "positions", "kept-record", "A game of the database of records"),
		func(ctx context.Context, in *keptPath) (*textAnswer, error) {
			a, err := s.keeper.open(ctx, false)
			if err == nil && a == nil {
				err = archive.ErrNoGame
			}
			if err != nil {
				return nil, s.problem(err, "")
			}
			r, err := archive.Game(ctx, a, in.ID)
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &textAnswer{"text/plain; charset=utf-8", []byte(r.String())}, nil
		})
}

// words asks the engine what it thinks of the turns of a position.
func (s *Server) words(ctx context.Context, g *play.Game, nodes int64) (archive.Words, error) {
	address := callerOf(ctx).address
	if !s.studying.enter(address) {
		return nil, errOften
	}
	defer s.studying.leave(address)
	var last games.Analysis
	budget := games.Budget{Nodes: uint64(nodes), Time: answerTime, Lines: archive.ThinkLines}
	err := s.engines.study(ctx, question{position: g.Position(), past: g.Past()}, budget, func(a games.Analysis) { last = a })
	return archive.WordsOf(last), err
}
