package org.temoto.task.marshal;

import java.io.ObjectInputFilter;
import java.util.List;
import java.util.Set;

/**
 * Filter of what is deserialized from another PE: failures, and values that cannot do anything. For
 * one stream.
 *
 * <p>Failures are those of {@code java.base} and of the program's class path; other modules of the
 * JDK have some that call their contents when they are read. The values that they may hold are
 * records, enums, arrays, and lists and a few other classes of {@code java.base}. Each element of
 * an array takes a byte of the stream at least, so that all arrays together cannot be longer than
 * it.
 */
final class FailureFilter implements ObjectInputFilter {
  /** Causes of causes, far from the end of a small stack. */
  private static final int MAX_DEPTH = 200;

  private static final Set<Class<?>> VALUES =
      Set.of(
          String.class,
          StackTraceElement.class,
          Number.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Character.class,
          Boolean.class,
          Enum.class,
          Record.class);

  /** Classes of lists, by name, as they are not public. */
  private static final Set<String> PARTS_OF_LISTS =
      Set.of("java.util.CollSer", "java.util.Collections$UnmodifiableCollection");

  private long elementsLeft;

  FailureFilter(int streamBytes) {
    elementsLeft = streamBytes;
  }

  @Override
  public Status checkInput(FilterInfo info) {
    elementsLeft -= Math.max(0, info.arrayLength());
    boolean fits = info.depth() <= MAX_DEPTH && elementsLeft >= 0;
    return fits && (info.serialClass() == null || isAllowed(info.serialClass()))
        ? Status.ALLOWED
        : Status.REJECTED;
  }

  private static boolean isAllowed(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    return VALUES.contains(element)
        || PARTS_OF_LISTS.contains(element.getName())
        || isHarmless(element)
        || type.isArray() && (element.isPrimitive() || element == Object.class);
  }

  private static boolean isHarmless(Class<?> type) {
    boolean ofJava = type.getModule() == Object.class.getModule();
    boolean known =
        Throwable.class.isAssignableFrom(type)
            || type.isRecord()
            || Enum.class.isAssignableFrom(type); // a constant's body is a class too
    return known && (ofJava || isOfTheProgram(type)) || ofJava && List.class.isAssignableFrom(type);
  }

  private static boolean isOfTheProgram(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null && loader != ClassLoader.getPlatformClassLoader();
  }
}
