package store

import (
	"context"
	"fmt"
)

// recordsSchema holds the steps of the schema of archives in PostgreSQL; see
// archiveSchema.
var recordsSchema = []string{`
	CREATE TABLE games (
		id      BIGINT PRIMARY KEY,
		kind    TEXT NOT NULL,
		variant TEXT NOT NULL,
		first   TEXT NOT NULL,
		second  TEXT NOT NULL,
		event   TEXT NOT NULL,
		site    TEXT NOT NULL,
		date    TEXT NOT NULL,
		round   TEXT NOT NULL,
		day     BIGINT NOT NULL,
		result  SMALLINT NOT NULL,
		rating1 BIGINT NOT NULL,
		rating2 BIGINT NOT NULL,
		turns   BIGINT NOT NULL,
		opening TEXT NOT NULL,
		source  TEXT NOT NULL,
		made    SMALLINT NOT NULL,
		twin    BIGINT NOT NULL,
		moves   BIGINT NOT NULL,
		digest  BIGINT NOT NULL
	);
	CREATE INDEX games_moves ON games (moves);
	CREATE INDEX games_day ON games (day);
	CREATE TABLE texts (
		id   BIGINT PRIMARY KEY,
		line TEXT NOT NULL,
		text TEXT NOT NULL
	);
	CREATE TABLE segments (
		id      BIGINT PRIMARY KEY,
		entries BIGINT NOT NULL,
		dir     BYTEA NOT NULL
	);
	CREATE TABLE pages (
		id   BIGINT PRIMARY KEY, -- segment * 2^32 + number
		data BYTEA NOT NULL
	);
	ALTER TABLE pages ALTER data SET STORAGE EXTERNAL; -- sorted hashes do not shrink
	CREATE TABLE sums (
		key     BIGINT NOT NULL,
		segment BIGINT NOT NULL,
		data    BYTEA NOT NULL,
		PRIMARY KEY (key, segment)
	);
`}

// recordsSuffix is added to the name of the schema of games for that of records.
const recordsSuffix = "_records"

func openSharedArchive(ctx context.Context, where string, create bool) (*Archive, error) {
	at, err := readAddress(where, recordsSuffix)
	if err != nil {
		return nil, err
	}
	if err := at.migrate(ctx, "records", recordsSchema, create); err != nil {
		return nil, fmt.Errorf("store: %s: %w", at.shown, err)
	}
	db, err := at.open(min(at.pool, archivePool), archiveTime)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", at.shown, err)
	}
	a := &Archive{db: db, shared: true, dirs: map[int64][]uint64{}}
	if err := a.loadSegments(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("store: %s: %w", at.shown, a.fault(err))
	}
	return a, nil
}

// fault marks an error of a shared database that does not answer.
func (a *Archive) fault(err error) error {
	if !a.shared {
		return err
	}
	return unavailable(err)
}
