package org.temoto.gas.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.engine.owner.Directory;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.transfer.StrandChannel;

/**
 * The bytes of a memory that stand on this PE: of all PEs together every byte once, as long as no
 * page changes its owner. Which pages a PE owns is read from the directory, some words at a time.
 */
record OwnedPages(MemoryHandle memory) {
  /** Pieces are at most this long, and no view of one takes more than a part of the cache. */
  private static final long MOST_BYTES = 16L << 20;

  private static final int CACHE_SHARE = 4;
  private static final int WORDS_AT_ONCE = 1 << 14;

  /** Visitor that takes or gives the bytes from {@code offset} on. */
  @FunctionalInterface
  interface Visitor {
    void visit(long offset, MemorySegment bytes);
  }

  private interface Run {
    void on(int first, int end);
  }

  /** Shows the bytes to {@code visitor}, which must not change them: ascending runs of pages. */
  void read(Visitor visitor) {
    forEachRun((first, end) -> visit(first, end, Access.READ, visitor));
  }

  /** Has {@code visitor} store all of the bytes, and commits them. */
  void write(Visitor visitor) {
    forEachRun((first, end) -> visit(first, end, Access.WRITE, visitor));
  }

  private void visit(int first, int end, Access access, Visitor visitor) {
    long from = start(first);
    long bytes = start(end) - from;
    Words words = memory.sharedWords();
    if (words == null) {
      try (LocalView view = memory.localize(from, bytes, access)) {
        visitor.visit(from, view.segment());
        if (access.writes()) {
          view.commit();
        }
      }
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(bytes, Long.BYTES);
      if (access.reads()) {
        words.save(first, copy);
      }
      visitor.visit(from, copy);
      if (access.writes()) {
        words.load(first, copy);
      }
    }
  }

  private long start(int page) {
    return Math.min(memory.byteSize(), (long) page * memory.pageSize());
  }

  private void forEachRun(Run run) {
    StrandChannel port = memory.strand().port();
    Directory directory = memory.paged().directory();
    long most = Math.min(MOST_BYTES, memory.space().options().cacheBytes() / CACHE_SHARE);
    int mostPages = (int) Math.max(1, most / memory.pageSize());
    for (int from = 0; from < memory.pages(); from += WORDS_AT_ONCE) {
      int count = Math.min(WORDS_AT_ONCE, memory.pages() - from);
      int[] pages = new int[count];
      for (int i = 0; i < count; i++) {
        pages[i] = from + i;
      }
      long[] words = new long[count];
      directory.read(port, pages, count, words);
      runs(from, words, port.rank(), mostPages, run);
    }
  }

  private static void runs(int from, long[] words, int rank, int most, Run run) {
    for (int i = 0; i < words.length; ) {
      int end = i;
      while (end < words.length && end < i + most && DirectoryWord.owner(words[end]) == rank) {
        end++;
      }
      if (end > i) {
        run.on(from + i, from + end);
      }
      i = Math.max(end, i + 1);
    }
  }
}
