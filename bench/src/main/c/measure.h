/* Clock, median and symmetric words of the programs that measure OpenSHMEM. */
#ifndef MEASURE_H
#define MEASURE_H

#include <shmem.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 4096 };

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

static int compare(const void *left, const void *right) {
  double x = *(const double *)left;
  double y = *(const double *)right;
  return (x > y) - (x < y);
}

/* The median, so that what interrupts some of many short measurements does not count. */
static double median(double *values, long count) {
  qsort(values, count, sizeof(double), compare);
  long middle = count / 2;
  return count % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/* A word on a page of its own. */
static long *own_word(void) {
  long *address = shmem_align(PAGE, PAGE);
  memset(address, 0, PAGE);
  return address;
}

#endif
