package org.temoto.apps.doctor;

/**
 * Result of one thing that was looked at.
 *
 * @param name what
 * @param ok whether it is as it should be
 * @param needed whether no job can run if it is not
 * @param detail what was found
 * @param mend what to do about it, if it is not as it should be; else empty
 */
public record Check(String name, boolean ok, boolean needed, String detail, String mend) {
  static Check of(String name, boolean ok, String detail, String mend) {
    return new Check(name, ok, false, detail, ok ? "" : mend);
  }

  /** The same of what every job needs. */
  Check asNeeded() {
    return new Check(name, ok, true, detail, mend);
  }

  /** Tells whether no job can run for want of it. */
  public boolean isFailure() {
    return needed && !ok;
  }

  /** The word for what was found: ok, a warning or a failure. */
  public String status() {
    return ok ? "ok" : needed ? "failure" : "warning";
  }

  /** One line for people. */
  public String line() {
    String end = mend.isEmpty() ? "" : ": " + mend;
    return "%-8s %-16s %s%s".formatted(status(), name, detail, end);
  }
}
