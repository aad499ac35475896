package org.temoto.task.marshal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import org.temoto.gas.RefusedException;

/**
 * Search for why marshalling a value has exhausted the stack: walks through it without recursion,
 * and finds what contains itself, or is nested deeply. Looked for only then, so values that can be
 * marshalled cost nothing.
 */
final class Nesting {
  /** With fewer levels it is not the value that has exhausted the stack. */
  private static final int DEEP = 500;

  /** Values that are being walked through, or have been, which is false. */
  private final IdentityHashMap<Object, Boolean> isOnTheWay = new IdentityHashMap<>();

  private final Deque<Level> way = new ArrayDeque<>();

  /** A value on the way, and what of it comes next. */
  private static final class Level {
    private final Object value;
    private int next;

    Level(Object value) {
      this.value = value;
    }
  }

  private Nesting() {}

  /**
   * The refusal of {@code value}, whose marshalling has ended with {@code exhausted}.
   *
   * @throws StackOverflowError the same, if the value is not the reason
   */
  static RefusedException refusal(Object value, StackOverflowError exhausted) {
    RefusedException refusal = new Nesting().look(value);
    if (refusal == null) {
      throw exhausted;
    }
    return refusal;
  }

  private RefusedException look(Object top) {
    String component = top.getClass().getName();
    enter(top);
    while (!way.isEmpty()) {
      Level level = way.getLast();
      if (level.next == parts(level.value)) {
        isOnTheWay.put(level.value, false);
        way.removeLast();
        continue;
      }
      int part = level.next++;
      Object value = part(level.value, part);
      if (!isContainer(value) || Boolean.FALSE.equals(isOnTheWay.get(value))) {
        continue;
      }
      if (level.value instanceof Record) {
        component =
            "component \"%s\" of %s"
                .formatted(
                    level.value.getClass().getRecordComponents()[part].getName(),
                    level.value.getClass().getName());
      }
      if (isOnTheWay.containsKey(value)) {
        return new RefusedException(component + " contains itself: it cannot be marshalled");
      }
      if (way.size() == DEEP) {
        return new RefusedException(
            ("%s is nested more than %s levels deep, too deeply to be marshalled on this stack: put"
                    + " long chains into lists, or into global memory")
                .formatted(component, DEEP));
      }
      enter(value);
    }
    return null;
  }

  private void enter(Object value) {
    isOnTheWay.put(value, true);
    way.addLast(new Level(value));
  }

  private static boolean isContainer(Object value) {
    return value instanceof Record || value instanceof List || value instanceof Object[];
  }

  /**
   * Number of parts; 0 of a list of the program's own that fails, whose contents are no reason
   * then.
   */
  private static int parts(Object value) {
    return switch (value) {
      case Record item -> item.getClass().getRecordComponents().length;
      case List<?> list -> {
        try {
          yield list.size();
        } catch (RuntimeException e) {
          yield 0;
        }
      }
      case Object[] array -> array.length;
      default -> 0;
    };
  }

  /** Null where the program's own list or accessor fails. */
  private static Object part(Object value, int part) {
    try {
      return switch (value) {
        case List<?> list -> list.get(part);
        case Object[] array -> array[part];
        default ->
            MarshallerGenerator.Handles.of(value.getClass()).accessors().get(part).invoke(value);
      };
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      return null;
    }
  }
}
