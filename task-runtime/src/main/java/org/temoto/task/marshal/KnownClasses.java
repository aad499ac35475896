package org.temoto.task.marshal;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The classes that a loader has found for names in bytes: one for all readers that have the loader,
 * so that a class is not looked for by each worker of a process when it gets its first task, but by
 * the first, and by those that ask meanwhile. Thread-safe.
 */
final class KnownClasses {
  /**
   * Soft: what is known stays from run to run, and a loader that is used no more goes, with its
   * classes, when memory runs short.
   */
  private static final Map<ClassLoader, SoftReference<KnownClasses>> OF_LOADERS =
      new WeakHashMap<>();

  /**
   * The last class added with words of each hash; replaced, never changed. Volatile: publishes what
   * it holds.
   */
  private volatile Long2ObjectOpenHashMap<Known> known = new Long2ObjectOpenHashMap<>();

  private KnownClasses() {}

  private record Known(long[] words, Class<?> type) {}

  /** The classes of {@code loader}, which may be null. */
  static KnownClasses of(ClassLoader loader) {
    synchronized (OF_LOADERS) {
      SoftReference<KnownClasses> reference = OF_LOADERS.get(loader);
      KnownClasses before = reference == null ? null : reference.get();
      if (before != null) {
        return before;
      }
      KnownClasses classes = new KnownClasses();
      OF_LOADERS.put(loader, new SoftReference<>(classes));
      return classes;
    }
  }

  /** The class whose name takes the first {@code count} of {@code words}, or null. */
  Class<?> find(long hash, long[] words, int count) {
    Known met = known.get(hash);
    return met != null && Arrays.equals(met.words, 0, met.words.length, words, 0, count)
        ? met.type
        : null;
  }

  /** From now on {@code type} is found; {@code words} are handed over. */
  synchronized void add(long hash, long[] words, Class<?> type) {
    Long2ObjectOpenHashMap<Known> more = new Long2ObjectOpenHashMap<>(known);
    more.put(hash, new Known(words, type));
    known = more;
  }
}
