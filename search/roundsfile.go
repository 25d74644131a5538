package search

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"time"

	"kibaho"
)

// RoundsFile keeps what the rounds of MakeNumbered have found, so that a long one can
// stop at any moment and go on: at most the round under way is lost.
//
// The file is a line that names the format, one of [RoundsFile.Of], one with the rounds done, the number of
// positions and the CRC-32C of their codes, and the codes.
type RoundsFile struct {
	Path string
	Of   string // the board and its rules: a file about another one is refused

	kept   time.Time // when it was written last
	rounds int       // in the file
}

const roundsTitle = "kibaho rounds 1"

// roundsEvery is how often the file is written at most before the end.
const roundsEvery = 2 * time.Minute

// load fills codes from the file and returns the rounds done. A file that is not there, or
// a nil one, holds none.
func (f *RoundsFile) load(codes []byte) (rounds int, err error) {
	if f == nil {
		return 0, nil
	}
	f.kept, f.rounds = time.Now(), 0
	file, err := os.Open(f.Path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, 1<<16)
	refuse := func(want string) (int, error) {
		clear(codes)
		return 0, &kibaho.InputError{What: "file of rounds", Text: f.Path, At: -1, Want: want}
	}
	line := func() string {
		text, err := r.ReadSlice('\n')
		if err != nil {
			return ""
		}
		return string(text[:len(text)-1])
	}
	if line() != roundsTitle {
		return refuse("it does not begin with " + roundsTitle)
	}
	if of := line(); of != f.Of {
		return refuse(fmt.Sprintf("it is about %.100q, expected %.100q", of, f.Of))
	}
	var size int
	var sum uint32
	if n, _ := fmt.Sscanf(line(), "rounds %d positions %d crc %x", &rounds, &size, &sum); n != 3 || size != len(codes) || rounds < 0 || rounds >= mostCode {
		return refuse(fmt.Sprintf("expected the codes of %d positions", len(codes)))
	}
	if _, err := io.ReadFull(r, codes); err != nil {
		return refuse("it is cut off")
	}
	if crc32.Checksum(codes, castagnoli) != sum {
		return refuse("its sum is wrong: it is damaged")
	}
	f.rounds = rounds
	return rounds, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// save writes the codes in the place of the file, all of them or nothing, if it is time or
// must be.
func (f *RoundsFile) save(codes []byte, rounds int, must bool) error {
	if f == nil || rounds == f.rounds || !must && time.Since(f.kept) < roundsEvery {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(f.Path), filepath.Base(f.Path)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // gone already if all goes well
	_, err = fmt.Fprintf(file, "%s\n%s\nrounds %d positions %d crc %08x\n", roundsTitle, f.Of, rounds, len(codes), crc32.Checksum(codes, castagnoli))
	if err == nil {
		_, err = file.Write(codes)
	}
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(file.Name(), f.Path)
	}
	if err != nil {
		return fmt.Errorf("search: the rounds could not be kept: %w", err)
	}
	f.kept, f.rounds = time.Now(), rounds
	return nil
}
