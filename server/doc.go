// Package server lets people and programs play over HTTP: tables, live events,
// the engine as an opponent, analysis, and the questions that the pages ask.
//
// There are few types:
//
//   - A [State] is a table: one game being played. It is a pure fold of a [Setup]
//     and numbered [Event]s (table.go), and knows nothing of networks.
//   - A hall holds the tables that are awake (hall.go). A command is checked under
//     its table's lock, its event is on disk before anybody sees it (live.go).
//   - A [Server] is the hall with its doors: HTTP, WebSocket, pages (server.go).
//   - The processes that share a database are peers (peers.go); docs/cluster.md
//     says how they are one server.
//
// What goes over the wire is in wire.go and described in docs/api.md.
package server
