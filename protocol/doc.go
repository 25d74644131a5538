// Package protocol is the engine as seen through a pair of pipes: lines of text
// in, lines of text out. docs/protocol.md is the document of the wire.
//
//   - [Serve] answers a program that drives our engine, in our own protocol or in
//     Hub, which many draughts programs speak.
//   - [Client] drives another program that speaks either.
//
// A line that makes no sense is answered with an error and changes nothing.
package protocol
