package org.temoto.lab.evaluate;

import java.util.List;

/** Kind of arrays that the tasks of a figure's line work on. */
public enum Kind {
  /** The workers of one PE, on its plain memory: what a runtime for shared memory does. */
  PLAIN_TASKS("plain tasks", "--workers", List.of("--pes=1", "--arrays=shared")),
  /** A PE per worker; data is not copied, but everything that would move is charged. */
  IDENTITY("identity", "--pes", List.of("--workers=1", "--buffers=identity")),
  /** A PE per worker, each with copies of its own. */
  SEPARATE("separate", "--pes", List.of("--workers=1", "--buffers=separate"));

  private final String label;
  private final String size;
  private final List<String> options;

  Kind(String label, String size, List<String> options) {
    this.label = label;
    this.size = size;
    this.options = options;
  }

  /** For people. */
  public String label() {
    return label;
  }

  /** The option that tells how many workers there are. */
  String size() {
    return size;
  }

  List<String> options() {
    return options;
  }
}
