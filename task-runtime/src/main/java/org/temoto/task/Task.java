package org.temoto.task;

/**
 * A piece of work that may run on any worker of any PE. Implemented by a record whose components
 * are the arguments: they are serialized only if another PE steals the task. Components may be
 * primitives and their boxes, strings, enums, records of these, global memories, ranges and arrays;
 * anything else is refused, naming the component, when the task is first exposed to thieves.
 *
 * @param <R> the result, marshalled like a component
 */
@FunctionalInterface
public interface Task<R> {
  R run(TaskContext context);
}
