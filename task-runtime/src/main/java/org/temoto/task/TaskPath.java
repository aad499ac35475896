package org.temoto.task;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The tasks from a failed one towards the root, as texts: each was forked by the next. Bounded; the
 * last text is {@link #MORE} if there are others.
 */
record TaskPath(List<String> tasks) implements Serializable {
  static final int MAX = 12;
  static final String MORE = "...";
  private static final int MAX_TEXT = 80;

  /** As many of them are of the end, where tasks of a kind mostly differ. */
  private static final int MAX_END = 40;

  private static final long PROMPT_MILLIS = 500;

  /** Text of an array about itself: its class and a number that differs from run to run. */
  private static final Pattern ARRAY = Pattern.compile("\\[+[A-Z][\\w.$;]*@[0-9a-f]+");

  TaskPath {
    tasks = List.copyOf(tasks);
  }

  /** From the task in {@code frame} as far as this PE knows. */
  static TaskPath of(Frame frame) {
    List<String> tasks = new ArrayList<>();
    Frame next = frame;
    while (next != null && tasks.size() < MAX) {
      tasks.add(text(next.task));
      next = next.forker();
    }
    if (next != null) {
      tasks.add(MORE);
    }
    return new TaskPath(tasks);
  }

  /** This path, continued by the rest of {@code stolen}, which begins with its last. */
  TaskPath continuedBy(TaskPath stolen) {
    List<String> all = new ArrayList<>(tasks);
    if (!all.isEmpty() && !all.getLast().equals(MORE)) {
      all.addAll(stolen.tasks.subList(1, stolen.tasks.size()));
    }
    if (all.size() > MAX && !(all.size() == MAX + 1 && all.getLast().equals(MORE))) {
      all.subList(MAX, all.size()).clear();
      all.add(MORE);
    }
    return new TaskPath(all);
  }

  /** Text of a task about itself, shortened; its class, if that fails. */
  static String text(Task<?> task) {
    if (!(task instanceof Record)) {
      return Frame.name(task);
    }
    try {
      String text = ARRAY.matcher(task.toString()).replaceAll("[..]");
      return text.length() <= MAX_TEXT ? text : shortened(text);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return Frame.name(task);
    }
  }

  private static String shortened(String text) {
    return text.substring(0, MAX_TEXT - MAX_END) + MORE + text.substring(text.length() - MAX_END);
  }

  /**
   * The same for a thread that nothing may hold up: a task that is stuck may have what its own text
   * waits for. Then, after a while, its class.
   */
  static String promptText(Task<?> task) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("temoto-text").start(() -> text.complete(text(task)));
    return text.completeOnTimeout(Frame.name(task), PROMPT_MILLIS, TimeUnit.MILLISECONDS).join();
  }

  @Override
  public String toString() {
    return String.join(" < ", tasks);
  }
}
