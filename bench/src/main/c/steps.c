/*
 * What a C program takes for the steps of a job of two PEs: a barrier after uneven work, and a step of Jacobi's iteration whose PEs
 * exchange the borders of their strips. The limit that `temoto bench shmem --only steps` measures Temoto against.
 *
 * PE 0 reads lines "PROBE COUNT" and answers each with "= NANOSECONDS" per step, until its input ends; both PEs take part in
 * each. Between questions PE 1 sleeps. Compiled by oshcc when the benchmark starts.
 */
#include "measure.h"
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAP_MICROSECONDS = 500, CHUNK = 10, MOST = 4096 };

enum { LEAVE = -1 };

static int me;
static long *question; /* at PE 1: how many questions there have been */
static long *probe;    /* at PE 1: of the last question, or LEAVE */
static long *steps;
static double *grids[2]; /* room for half of the largest grid, and a row above and below */

static uint64_t next(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* Half to one and a half times the mean; both PEs draw both. */
static double work(uint64_t *state, double mean) {
  return mean * (0.5 + (next(state) >> 11) * 0x1p-53);
}

/* How much longer than the work of the slower PE a step takes. */
static double barrier(long microseconds, long count) {
  double *times = calloc(count, sizeof(double));
  uint64_t state = 1;
  shmem_barrier_all();
  double start = nanoseconds();
  for (long i = 0; i < count; i++) {
    double works[2];
    works[0] = work(&state, microseconds * 1e3);
    works[1] = work(&state, microseconds * 1e3);
    double slower = works[0] > works[1] ? works[0] : works[1];
    double end = nanoseconds() + works[me];
    while (nanoseconds() < end) {
    }
    shmem_barrier_all();
    double now = nanoseconds();
    times[i] = now - start - slower;
    start = now;
  }
  double result = median(times, count);
  free(times);
  return result;
}

/* One step on the rows [1, rows] of a strip, all of width n. */
static void stencil(const double *restrict from, double *restrict to, long rows, long n) {
  for (long i = 1; i <= rows; i++) {
    const double *row = from + i * n;
    double *out = to + i * n;
    out[0] = row[0];
    out[n - 1] = row[n - 1];
    for (long j = 1; j < n - 1; j++) {
      out[j] = 0.25 * (row[j - n] + row[j + n] + row[j - 1] + row[j + 1]);
    }
  }
}

/* Both grids alike, in rows that have been used before if n is that of the last call. */
static void fill(long n, long rows, long last, long there) {
  static long filled;
  if (filled == n) {
    return;
  }
  filled = n;
  for (int grid = 0; grid < 2; grid++) {
    uint64_t state = me;
    for (long i = 0; i < (rows + 2) * n; i++) {
      grids[grid][i] = (next(&state) >> 11) * 0x1p-53;
    }
  }
  shmem_barrier_all();
  for (int grid = 0; grid < 2; grid++) {
    shmem_putmem(grids[grid] + there * n, grids[grid] + last * n, n * sizeof(double), 1 - me);
  }
}

/* PE 0 has the upper half of a grid of n x n, PE 1 the lower one; the border's rows stay as they are. */
static double jacobi(long n, long count) {
  long rows = n / 2;
  long chunks = count / CHUNK;
  double *times = calloc(chunks, sizeof(double));
  long first = me == 0 ? 2 : 1; /* the inner rows of the strip */
  long inner = rows - 1;
  long last = me == 0 ? rows : 1;     /* what the other PE needs */
  long there = me == 0 ? 0 : rows + 1; /* where it has it */
  fill(n, rows, last, there);
  shmem_barrier_all();
  for (long chunk = 0; chunk < chunks; chunk++) {
    double start = nanoseconds();
    for (int step = 0; step < CHUNK; step++) {
      double *from = grids[step % 2];
      double *to = grids[1 - step % 2];
      stencil(from + (first - 1) * n, to + (first - 1) * n, inner, n);
      shmem_putmem(to + there * n, to + last * n, n * sizeof(double), 1 - me);
      shmem_barrier_all();
    }
    times[chunk] = (nanoseconds() - start) / CHUNK;
  }
  double result = median(times, chunks);
  free(times);
  return result;
}

static const struct {
  const char *name;
  double (*measure)(long size, long count);
  long size;
} probes[] = {
    {"barrier20", barrier, 20},   {"barrier100", barrier, 100},  {"barrier300", barrier, 300},
    {"jacobi1024", jacobi, 1024}, {"jacobi4096", jacobi, 4096},
};

enum { PROBES = sizeof(probes) / sizeof(probes[0]) };

static void ask(long which, long count) {
  shmem_long_p(probe, which, 1);
  shmem_long_p(steps, count, 1);
  shmem_quiet();
  shmem_long_atomic_add(question, 1, 1);
  shmem_quiet();
}

static void answer(void) {
  char name[32];
  long count;
  while (scanf("%31s %ld", name, &count) == 2) {
    int which = 0;
    while (which < PROBES && strcmp(probes[which].name, name) != 0) {
      which++;
    }
    if (which == PROBES) {
      fprintf(stderr, "steps: unknown probe %s\n", name);
      shmem_global_exit(2);
    }
    ask(which, count);
    printf("= %.3f\n", probes[which].measure(probes[which].size, count));
    fflush(stdout);
  }
  ask(LEAVE, 0);
}

static void take_part(void) {
  for (long asked = 1;; asked++) {
    while (shmem_long_atomic_fetch(question, 1) < asked) {
      usleep(NAP_MICROSECONDS);
    }
    if (*probe == LEAVE) {
      return;
    }
    probes[*probe].measure(probes[*probe].size, *steps);
  }
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  question = own_word();
  probe = own_word();
  steps = own_word();
  for (int grid = 0; grid < 2; grid++) {
    grids[grid] = shmem_align(PAGE, (MOST / 2 + 2L) * MOST * sizeof(double));
  }
  shmem_barrier_all();
  if (me == 0) {
    answer();
  } else {
    take_part();
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
