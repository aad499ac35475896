package org.temoto.gas;

import java.util.Objects;

/**
 * Map from each page of a memory to the PE that manages it and, at first, owns it. Static for the
 * life of the memory; the same on every PE.
 */
public sealed interface Distribution {
  /**
   * The PE that manages {@code page}.
   *
   * @param page from 0 to {@code pages} - 1
   * @param pages the number of pages of the memory
   * @param pes the number of PEs
   * @return from 0 to {@code pes} - 1
   */
  int manager(int page, int pages, int pes);

  /** Contiguous shares, the first pages on PE 0; no PE has two pages more than another. */
  static Distribution block() {
    return new Block();
  }

  /** Page p on PE p mod pes. */
  static Distribution cyclic() {
    return new BlockCyclic(1);
  }

  /** Blocks of {@code blockPages} pages dealt round robin. */
  static Distribution blockCyclic(int blockPages) {
    return new BlockCyclic(blockPages);
  }

  /** A function of the program's own; it must give the same answers on every PE. */
  static Distribution of(PageToPe function) {
    return new Custom(function);
  }

  /** A pure function from page to PE. */
  @FunctionalInterface
  interface PageToPe {
    int manager(int page, int pages, int pes);
  }

  /** Distribution that {@link #block()} makes. */
  record Block() implements Distribution {
    @Override
    public int manager(int page, int pages, int pes) {
      return (int) ((long) page * pes / pages);
    }
  }

  /** Distribution that {@link #blockCyclic(int)} makes. */
  record BlockCyclic(int blockPages) implements Distribution {
    public BlockCyclic {
      if (blockPages < 1) {
        throw new IllegalArgumentException("blockPages=" + blockPages + " must be at least 1");
      }
    }

    @Override
    public int manager(int page, int pages, int pes) {
      return page / blockPages % pes;
    }
  }

  /** Distribution that {@link #of(PageToPe)} makes. */
  record Custom(PageToPe function) implements Distribution {
    public Custom {
      Objects.requireNonNull(function, "function");
    }

    @Override
    public int manager(int page, int pages, int pes) {
      int pe = function.manager(page, pages, pes);
      if (pe < 0 || pe >= pes) {
        throw new IllegalArgumentException(
            "distribution gives pe=" + pe + " for page " + page + ": must be in [0, " + pes + ")");
      }
      return pe;
    }
  }
}
