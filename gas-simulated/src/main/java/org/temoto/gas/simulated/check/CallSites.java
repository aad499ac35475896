package org.temoto.gas.simulated.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.temoto.gas.simulated.check.SourceLines.Line;

/**
 * Lines of the program from which one strand makes its accesses. To look for one takes many times
 * as long as a localize; so it is looked for while tasks of a type do something for the first
 * times, and then only now and then, to know all lines from which they do it: mostly there is one.
 * Used by that strand.
 */
final class CallSites {
  /** So many times a strand looks for the line of the same thing. */
  static final int EXACT = 1024;

  /** After that, of so many times once; no small divisor of what loops do in turns. */
  private static final int SELDOM = 251;

  /** More are not kept at hand. */
  private static final int MOST = 4096;

  private static final int RECENT = 64;

  private final Known known;
  private final Map<Key, Counted> all = new HashMap<>();
  private final Counted[] recent = new Counted[RECENT];

  /** Table of the call sites that the strands of a job know. Thread-safe. */
  static final class Known {
    private final Map<Key, Site> sites = new ConcurrentHashMap<>();

    private Site site(Key key) {
      return sites.computeIfAbsent(key, _ -> new Site());
    }

    void forget(int memory) {
      sites.keySet().removeIf(key -> key.memory == memory);
    }
  }

  /**
   * Key of a call site: what tasks of one type do with bytes of one memory.
   *
   * @param size of how many bits the number of bytes is
   */
  private record Key(Class<?> type, String what, int memory, int size) {
    boolean is(Class<?> otherType, String otherWhat, int otherMemory, int otherSize) {
      return type == otherType && what == otherWhat && memory == otherMemory && size == otherSize;
    }
  }

  private static final class Counted {
    private final Key key;
    private final Site site;
    private int times;

    Counted(Key key, Site site) {
      this.key = key;
      this.site = site;
    }

    Line line() {
      times++;
      if (times <= EXACT) {
        return site.learn(SourceLines.ofCaller());
      }
      if (times % SELDOM == 0) {
        site.learn(SourceLines.ofCaller());
      }
      return site;
    }
  }

  /** The lines from which something is done. Thread-safe. */
  static final class Site implements Line {
    private static final int MOST_LINES = 8;

    private volatile List<SourceLines.Found> lines = List.of();

    /** Gives {@code line}, which is one of them. */
    Line learn(SourceLines.Found line) {
      if (!has(line)) {
        add(line);
      }
      return line;
    }

    private boolean has(SourceLines.Found line) {
      List<SourceLines.Found> known = lines;
      for (int i = 0; i < known.size(); i++) {
        if (known.get(i).isSame(line)) {
          return true;
        }
      }
      return known.size() == MOST_LINES;
    }

    private synchronized void add(SourceLines.Found line) {
      if (!has(line)) {
        lines = Stream.concat(lines.stream(), Stream.of(line)).toList();
      }
    }

    @Override
    public String text() {
      List<String> texts = lines.stream().map(Line::text).distinct().sorted().toList();
      return String.join(" or ", texts);
    }

    @Override
    public Object identity() {
      return this;
    }
  }

  CallSites(Known known) {
    this.known = known;
  }

  /** The line from which a task of type {@code type} does {@code what}, a constant, now. */
  Line line(Class<?> type, String what, int memory, long bytes) {
    int size = Long.SIZE - Long.numberOfLeadingZeros(bytes);
    int hash = (31 * memory + size) * 31 + what.hashCode() + System.identityHashCode(type);
    int place = (hash ^ hash >>> 6 ^ hash >>> 12 ^ hash >>> 18) & RECENT - 1;
    Counted found = recent[place];
    if (found == null || !found.key.is(type, what, memory, size)) {
      found = recent[place ^ 1];
    }
    if (found == null || !found.key.is(type, what, memory, size)) {
      found = find(new Key(type, what, memory, size));
      recent[place ^ 1] = recent[place]; // which mostly is used in turns with this
      recent[place] = found;
    }
    return found.line();
  }

  private Counted find(Key key) {
    if (all.size() == MOST) {
      all.clear();
    }
    return all.computeIfAbsent(key, _ -> new Counted(key, known.site(key)));
  }
}
