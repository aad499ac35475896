package org.temoto.lab.evaluate;

import java.util.List;

/** Kind of arrays that the tasks of a figure's line work on. */
public enum Kind {
  /** The workers of one PE, on its plain memory: what a runtime for shared memory does. */
  PLAIN_TASKS(
      "plain tasks",
      "workers of one PE on its plain memory, what a runtime for shared memory does",
      "--workers",
      List.of("--pes=1", "--arrays=shared")),
  /** A PE per worker; data is not copied, but everything that would move is charged. */
  IDENTITY(
      "identity",
      "a PE per worker, whose data is not copied, but charged",
      "--pes",
      List.of("--workers=1", "--buffers=identity")),
  /** A PE per worker, each with copies of its own. */
  SEPARATE(
      "separate",
      "a PE per worker, each with copies of its own",
      "--pes",
      List.of("--workers=1", "--buffers=separate"));

  private final String label;
  private final String words;
  private final String size;
  private final List<String> options;

  Kind(String label, String words, String size, List<String> options) {
    this.label = label;
    this.words = words;
    this.size = size;
    this.options = options;
  }

  /** Name for people. */
  public String label() {
    return label;
  }

  /** Name of the kind, for people. */
  String words() {
    return words;
  }

  /** The option that tells how many workers there are. */
  String size() {
    return size;
  }

  List<String> options() {
    return options;
  }
}
