package main

import (
	"container/heap"
	"math"
	"time"
)

// machine is what a job costs.
type machine struct {
	Cores  int
	PerPos [maxPieces + 1]float64 // seconds of one core for a position, by pieces
	Bytes  [maxPieces + 1]float64 // of a file for a position, by pieces
	Link   float64                // bytes a second of a worker
	Store  float64                // bytes a second of the store, in all
	Delay  time.Duration          // that a job whose inputs are missing stays away
	Extra  time.Duration          // to take a job and to put its record down
	Cache  float64                // bytes that a worker keeps of files it has read
}

// compute returns how long a worker works on a job.
func (m *machine) compute(j *job) float64 {
	return float64(j.positions) * m.PerPos[j.pieces] / float64(m.Cores)
}

// size returns the bytes of the files of a job.
func (m *machine) size(j *job) float64 { return float64(j.positions) * m.Bytes[j.pieces] }

// memory returns the bytes of memory that a job needs: two and a bit for each
// position of the slice and its twin, and one for each of the slices they lead to.
func (m *machine) memory(jobs []*job, j *job) uint64 {
	n := j.positions*2 + j.positions/8
	for _, i := range j.needs {
		n += jobs[i].positions
	}
	return n
}

// result is what a simulation found.
type result struct {
	time  time.Duration
	busy  float64 // the part of all workers' time that was spent on positions
	moved uint64  // bytes to and from the store
}

// worker keeps the files of the jobs that it has read or made, the latest first.
type worker struct {
	kept []int
	size float64
}

// read returns the bytes of files that are not kept yet, and keeps them.
func (w *worker) read(m *machine, jobs []*job, files []int) (bytes float64) {
	for _, n := range files {
		have := false
		for at, k := range w.kept {
			if k == n {
				copy(w.kept[at:], w.kept[at+1:])
				w.kept[len(w.kept)-1] = n
				have = true
				break
			}
		}
		if have {
			continue
		}
		bytes += m.size(jobs[n])
		w.kept = append(w.kept, n)
		w.size += m.size(jobs[n])
	}
	for w.size > m.Cache && len(w.kept) > 0 {
		w.size -= m.size(jobs[w.kept[0]])
		w.kept = w.kept[1:]
	}
	return bytes
}

// end is the end of a job at a worker, or that of its delay, without one.
type end struct {
	at          float64
	job, worker int
}

type ends []end

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i].at < e[j].at }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(x any)        { *e = append(*e, x.(end)) }
func (e *ends) Pop() any {
	old := *e
	x := old[len(old)-1]
	*e = old[:len(old)-1]
	return x
}

// ready are jobs whose inputs are there, in the order of the queue.
type ready []int

func (r ready) Len() int           { return len(r) }
func (r ready) Less(i, j int) bool { return r[i] < r[j] }
func (r ready) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *ready) Push(x any)        { *r = append(*r, x.(int)) }
func (r *ready) Pop() any {
	old := *r
	x := old[len(old)-1]
	*r = old[:len(old)-1]
	return x
}

// simulate runs a build on so many workers. Each takes the first job of the queue
// whose inputs are there, reads what it does not keep, works, and writes its files.
// Whoever reads or writes has his link for himself, or his part of the store's.
func (m *machine) simulate(jobs []*job, workers int) result {
	missing := make([]int, len(jobs))
	var queue ready
	var running ends
	for i, j := range jobs {
		if missing[i] = len(j.needs); missing[i] == 0 {
			heap.Push(&queue, i)
		}
	}
	all := make([]worker, workers)
	idle := make([]int, workers)
	for i := range idle {
		idle[i] = workers - 1 - i
	}
	var now, moved, worked float64
	busy := 0
	for done := 0; done < len(jobs); {
		for len(queue) > 0 && len(idle) > 0 {
			n := heap.Pop(&queue).(int)
			w := idle[len(idle)-1]
			idle = idle[:len(idle)-1]
			j := jobs[n]
			bytes := all[w].read(m, jobs, j.needs) + m.size(j)
			all[w].read(m, jobs, []int{n}) // what it has made it keeps
			busy++
			rate := min(m.Link, m.Store/float64(busy))
			moved += bytes
			worked += m.compute(j)
			heap.Push(&running, end{now + bytes/rate + m.compute(j) + m.Extra.Seconds(), n, w})
		}
		e := heap.Pop(&running).(end)
		now = e.at
		if e.worker < 0 { // it is asked for again
			heap.Push(&queue, e.job)
			continue
		}
		done++
		busy--
		idle = append(idle, e.worker)
		for _, n := range jobs[e.job].needed {
			if missing[n]--; missing[n] == 0 {
				// It was asked for too early: on average half of the delay is left.
				heap.Push(&running, end{now + m.Delay.Seconds()/2, n, -1})
			}
		}
	}
	return result{seconds(now), worked / (now * float64(workers)), uint64(moved)}
}

// chain returns the time of the longest chain of jobs that wait for each other:
// however many workers there are, the build takes that long.
func (m *machine) chain(jobs []*job) time.Duration {
	longest := make([]float64, len(jobs))
	most := 0.0
	for i, j := range jobs { // what a job needs comes before it
		for _, n := range j.needs {
			longest[i] = max(longest[i], longest[n])
		}
		longest[i] += m.compute(j) + m.size(j)/m.Link + m.Extra.Seconds()
		most = max(most, longest[i])
	}
	return seconds(most)
}

func seconds(s float64) time.Duration {
	return time.Duration(math.Round(s * float64(time.Second)))
}
