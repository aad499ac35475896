package org.temoto.apps.cli;

/** Exit codes of the command line and what they mean; scripts rely on them. */
public final class ExitCode {
  /** Done and verified. */
  public static final int OK = 0;

  /** A wrong result or an internal failure. */
  public static final int FAILED = 1;

  /** Bad input or a bad option. */
  public static final int BAD_INPUT = 2;

  /** The checker has found broken promises. */
  public static final int FOUND = 3;

  private ExitCode() {}
}
