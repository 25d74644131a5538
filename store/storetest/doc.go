// Package storetest starts a PostgreSQL of its own for tests.
//
// Where KIBAHO_TEST_POSTGRES holds the address of a server, tests that only need
// a database use that one, each in a schema of its own.
package storetest

// Variable is the environment variable with the address of a server for tests.
const Variable = "KIBAHO_TEST_POSTGRES"
