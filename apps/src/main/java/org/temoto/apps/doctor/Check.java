package org.temoto.apps.doctor;

/**
 * Result of one thing that was looked at.
 *
 * @param name what
 * @param ok whether it is as it should be
 * @param detail what was found
 * @param mend what to do about it, if it is not as it should be; else empty
 */
public record Check(String name, boolean ok, String detail, String mend) {
  static Check of(String name, boolean ok, String detail, String mend) {
    return new Check(name, ok, detail, ok ? "" : mend);
  }

  /** One line for people. */
  public String line() {
    String status = ok ? "ok" : "warning";
    String end = mend.isEmpty() ? "" : ": " + mend;
    return "%-8s %-16s %s%s".formatted(status, name, detail, end);
  }
}
