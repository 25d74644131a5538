// Package files keeps results of work for one machine or many: files that are named
// by the SHA-256 of what is in them, so that a name says what must be found, nothing is
// ever changed, and who has a file need not ask for it again.
//
// A [Store] is where all of them are: a folder, or a bucket of an S3 server. A [Cache] is
// a folder of this machine in front of it, with a bound; what it hands out has been
// checked against its name.
package files
