// Package jobs shares work out among processes and machines. It knows no game: what is
// done is told by kinds ([Kind]).
//
// A [Job] says what is to be done; its name is a hash of that, so that the same job is
// the same everywhere. A [Queue] holds jobs that wait in a JetStream stream, and a
// [Record] for each that has been tried, kept by compare and set. A [Worker] pulls a job,
// does it and puts its result down: files by their hashes ([kibaho/files]). There is
// no coordinator: what a job needs it names, and a worker that finds it missing puts the
// job back for a while.
//
// A job may be done twice, after a worker was killed or cut off. That is harmless: the
// first record counts, and a second result that differs is kept beside it as a
// dispute, which is shown and must be settled by a person. docs/jobs.md has the
// guarantees and the forms of all that is stored.
package jobs
