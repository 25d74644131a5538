package server

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

func (s *Server) analysisSocket(w http.ResponseWriter, r *http.Request) {}
func (s *Server) describeSockets(api huma.API)                          {}
