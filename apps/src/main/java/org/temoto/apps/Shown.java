package org.temoto.apps;

/** Text of others, such as a file or a command line, as messages quote it: short, in one line. */
public final class Shown {
  private static final String GAP = " ... ";

  private Shown() {}

  /**
   * The same text without control characters; the middle is left out of what has more than {@code
   * most} characters.
   */
  public static String of(String text, int most) {
    if (text.length() <= most) {
      return printable(text);
    }
    int half = (most - GAP.length()) / 2;
    String end = text.substring(text.length() - half);
    return printable(text.substring(0, half)) + GAP + printable(end);
  }

  /** A word of a command that a message offers, quoted where a shell would change it. */
  public static String word(Object word) {
    String text = word.toString();
    return text.matches("[\\w@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private static String printable(String text) {
    return text.strip().replaceAll("\\p{Cntrl}+", " ");
  }
}
