package org.temoto.apps.cli;

/** The two values of an option that is a switch, as a user writes them. */
public enum Switch {
  ON,
  OFF
}
