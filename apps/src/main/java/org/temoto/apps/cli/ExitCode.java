package org.temoto.apps.cli;

/** What the command line's exit codes mean; scripts rely on them. */
final class ExitCode {
  /** Done and verified. */
  static final int OK = 0;

  /** A wrong result or an internal failure. */
  static final int FAILED = 1;

  /** Bad input or a bad option. */
  static final int BAD_INPUT = 2;

  /** The checker has found broken promises. */
  static final int FOUND = 3;

  private ExitCode() {}
}
