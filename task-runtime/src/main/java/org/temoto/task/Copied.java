package org.temoto.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Mark of an array component of a task or of a record within it: the array is copied, deeply, when
 * the task is forked, wherever the task runs. Without this mark arrays are refused, because a task
 * would share the array if it stayed and not if it was stolen.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.FIELD,
  ElementType.METHOD,
  ElementType.PARAMETER,
  ElementType.RECORD_COMPONENT
})
public @interface Copied {}
