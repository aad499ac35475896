package org.temoto.lab.simulate;

import java.awt.Color;

/** Activity on which workers spend their time, in the order in which it is stacked. */
public enum WorkerActivity {
  WORK("work", "workSeconds", new Color(0x009E73)),
  COMMUNICATION("communication", "communicationSeconds", new Color(0xE69F00)),
  WAIT("waiting", "waitSeconds", new Color(0xCC79A7)),
  IDLE("idle", "idleSeconds", new Color(0xBBBBBB));

  private final String label;
  private final String field;
  private final Color color;

  WorkerActivity(String label, String field, Color color) {
    this.label = label;
    this.field = field;
    this.color = color;
  }

  /** Name for people. */
  public String label() {
    return label;
  }

  /** Name of its field in the results of a run. */
  public String field() {
    return field;
  }

  Color color() {
    return color;
  }
}
