package org.temoto.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A piece of work that may run on any worker of any PE. Implemented by a record (or enum) whose
 * components are the arguments: they are serialized only if another PE may steal the task.
 * Components may be primitives and their boxes, strings, enums, records of these, lists, global
 * memories, ranges and arrays, and Java arrays marked {@link Copied}. Anything else is refused at
 * the fork, naming the component, whatever the number of PEs and wherever the task would run: by
 * its declared type at the first fork of the class, and where that is open (an interface, {@code
 * Object}, a type variable) by its value at every fork. Lists and marked arrays are copied at the
 * fork.
 *
 * <p>The root task of a run is not forked and may be anything, a lambda for example.
 *
 * @param <R> the result, marshalled like a component if it has to be sent; null is a result
 */
@FunctionalInterface
public interface Task<R> {
  R run(TaskContext context);

  /**
   * Mark of an array component of a task or of a record within it: the array is copied, deeply,
   * when the task is forked, wherever the task runs. Without this mark arrays are refused, because
   * a task would share the array if it stayed and not if it was stolen.
   */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({
    ElementType.FIELD,
    ElementType.METHOD,
    ElementType.PARAMETER,
    ElementType.RECORD_COMPONENT
  })
  @interface Copied {}
}
