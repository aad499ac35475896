/*
 * What a C program gets out of OpenSHMEM between two PEs: the limit that `temoto bench shmem --only operations` measures Temoto against.
 *
 * PE 0 reads lines "PROBE COUNT" and answers each with "= NANOSECONDS" per operation, until its input ends. PE 1 sleeps,
 * but while a probe needs its help. Compiled by oshcc when the benchmark starts.
 */
#include "measure.h"
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 1 << 20, BULK = 256 << 10, SLOT = 512, SLOTS = 8 };
enum { NAP_MICROSECONDS = 500, NUMBER_SHIFT = 32 };

enum { LEAVE = -1 };

static int me;
static long *order;   /* at PE 1: how many offers it shall have made, or LEAVE */
static long *word;    /* at PE 1: its last offer's number, and claims of it; a word to get and add to */
static long *taken;   /* at PE 1: offers that PE 0 has taken */
static long offers;   /* so far */
static char *bulk;
static char *slots;
static long *words;   /* many, of which single ones are got */
static char *local;

/* Measures count operations, so many at a time, per operation. */
static double measure(double (*operations)(long), long count, long chunk) {
  long samples = count / chunk;
  double *times = calloc(samples, sizeof(double));
  for (long i = 0; i < samples; i++) {
    times[i] = operations(chunk) / chunk;
  }
  double result = median(times, samples);
  free(times);
  return result;
}

static double get8(long count) {
  double start = nanoseconds();
  for (long i = 0; i < count; i++) {
    shmem_getmem(local, word, sizeof(long), 1);
  }
  return nanoseconds() - start;
}

/* Words here and there, as programs read that follow an index. */
static double get_any(long count) {
  static unsigned long state = 1;
  double start = nanoseconds();
  for (long i = 0; i < count; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    shmem_getmem(local, words + (state >> 44), sizeof(long), 1);
  }
  return nanoseconds() - start;
}

static double fetch_add(long count) {
  double start = nanoseconds();
  for (long i = 0; i < count; i++) {
    shmem_long_atomic_fetch_add(word, 1, 1);
  }
  return nanoseconds() - start;
}

static double get_bulk(long count) {
  double start = nanoseconds();
  for (long i = 0; i < count; i++) {
    shmem_getmem(local, bulk, BULK, 1);
  }
  return nanoseconds() - start;
}

/* Claims and gets slots that PE 1 has just written: one fetch-and-add and one get each, nothing else. */
static double claim(long count) {
  double start = nanoseconds();
  for (long slot = 0; slot < count; slot++) {
    shmem_long_atomic_fetch_add(word, 1, 1);
    shmem_getmem(local, slots + slot * SLOT, SLOT, 1);
  }
  return nanoseconds() - start;
}

/* Waits for the next offer, and takes the time of its claims. */
static double claim_offer(long count) {
  offers++;
  while (shmem_long_atomic_fetch(word, 1) >> NUMBER_SHIFT != offers) {
  }
  double time = claim(count);
  shmem_long_atomic_set(taken, offers, 1);
  shmem_quiet();
  return time;
}

static void tell(long wanted) {
  shmem_long_atomic_set(order, wanted, 1);
  shmem_quiet();
}

static double claims(long count) {
  tell(offers + count / SLOTS);
  return measure(claim_offer, count, SLOTS);
}

/* PE 0: answers until the end of its input. */
static void answer(void) {
  char probe[32];
  long count;
  while (scanf("%31s %ld", probe, &count) == 2) {
    double time = -1;
    if (strcmp(probe, "get8") == 0) {
      time = measure(get8, count, 1000);
    } else if (strcmp(probe, "getAny") == 0) {
      time = measure(get_any, count, 1000);
    } else if (strcmp(probe, "fetchAdd") == 0) {
      time = measure(fetch_add, count, 1000);
    } else if (strcmp(probe, "getBulk") == 0) {
      time = measure(get_bulk, count, 10);
    } else if (strcmp(probe, "claim") == 0) {
      time = claims(count);
    } else {
      fprintf(stderr, "limit: unknown probe %s\n", probe);
      shmem_global_exit(2);
    }
    printf("= %.3f\n", time);
    fflush(stdout);
  }
  tell(LEAVE);
}

/* PE 1: writes slots and word afresh, as a victim does, and waits until they have been taken. */
static void offer(void) {
  offers++;
  memset(slots, (int)offers, SLOTS * SLOT);
  shmem_long_atomic_swap(word, offers << NUMBER_SHIFT, 1);
  while (shmem_long_atomic_fetch(taken, 1) < offers) {
  }
}

static void help(void) {
  for (long wanted = 0; wanted != LEAVE; wanted = shmem_long_atomic_fetch(order, 1)) {
    if (offers < wanted) {
      offer();
    } else {
      usleep(NAP_MICROSECONDS);
    }
  }
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  order = own_word();
  word = own_word();
  taken = own_word();
  bulk = shmem_align(PAGE, BULK);
  slots = shmem_align(PAGE, SLOTS * SLOT);
  words = shmem_align(PAGE, WORDS * sizeof(long));
  local = aligned_alloc(PAGE, BULK);
  memset(bulk, me, BULK);
  memset(words, me, WORDS * sizeof(long));
  memset(local, me, BULK);
  shmem_barrier_all();
  if (me == 0) {
    answer();
  } else {
    help();
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
