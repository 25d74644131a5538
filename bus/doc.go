// Package bus connects the processes of one house: a NATS server with JetStream,
// which carries the work of package jobs and the live events of several servers.
//
// There are two ways to it. With an address, [Open] connects to a server or cluster
// that exists. Without one, the processes of one machine that use the same folder
// find each other: whoever comes first runs a server within itself, for as long as it
// lives, and the others reach it through a socket in the folder. When it ends, however
// it ends, one of the others goes on with what is on disk. No port is opened unless
// [Options.Listen] asks for one.
//
// A connection comes back by itself for ever; what was acknowledged by JetStream is on
// disk (the server syncs before it answers).
package bus
