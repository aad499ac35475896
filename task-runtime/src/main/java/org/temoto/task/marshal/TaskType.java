package org.temoto.task.marshal;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.temoto.gas.RefusedException;

/**
 * Description of a task's class for its forks. Derived at the first fork of a task of the class,
 * whatever the number of PEs and wherever the task runs, so that a class that cannot be stolen is
 * refused at once and everywhere. Classes whose components' types say all cost nothing more; tasks
 * of the others are looked through at every fork.
 */
public final class TaskType {
  private static final ClassValue<TaskType> TYPES =
      new ClassValue<>() {
        @Override
        protected TaskType computeValue(Class<?> type) {
          return derive(type);
        }
      };

  private final RecordCodec codec;
  private final boolean prepared;

  private TaskType(RecordCodec codec) {
    this.codec = codec;
    this.prepared = codec != null && codec.isPrepared();
  }

  /**
   * The type of tasks of class {@code type}.
   *
   * @throws RefusedException if they cannot be marshalled, naming the component
   */
  public static TaskType of(Class<?> type) {
    return TYPES.get(type);
  }

  private static TaskType derive(Class<?> type) {
    if (!type.isRecord() && !Enum.class.isAssignableFrom(type)) {
      throw new RefusedException(
          "task " + type.getName() + " must be a record: its components are its arguments");
    }
    Type result = result(type);
    if (result != null && result != Void.class) {
      Codecs.require(result, "the result of task " + type.getName());
    }
    return new TaskType(type.isRecord() ? Codecs.ofRecord(type) : null);
  }

  /** The result's type where the class itself says it: the argument of {@code Task}. */
  private static Type result(Class<?> type) {
    for (Type each : type.getGenericInterfaces()) {
      if (each instanceof ParameterizedType p
          && p.getRawType().getTypeName().equals("org.temoto.task.Task")) {
        return p.getActualTypeArguments()[0];
      }
    }
    return null;
  }

  /** Tells whether a task has to pass {@link #prepare} when it is forked. */
  public boolean isPrepared() {
    return prepared;
  }

  /**
   * The task as it is to run: what is mutable in it copied.
   *
   * @throws RefusedException if it holds a value that cannot be marshalled, naming the component
   */
  public Object prepare(Object task) {
    try {
      return codec.prepare(task);
    } catch (StackOverflowError e) {
      throw Nesting.refusal(task, e);
    }
  }
}
