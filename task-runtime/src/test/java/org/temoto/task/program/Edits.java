package org.temoto.task.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A list of replacements in sources, which are made together: none sees what another does. */
final class Edits {
  private record Edit(Span span, String text) {}

  private final List<Edit> edits = new ArrayList<>();

  void replace(Span span, String text) {
    edits.add(new Edit(span, text));
  }

  void move(Span span, Span target) {
    replace(span, "");
    replace(target.ending(), " " + span.text());
  }

  /** The sources that change, by file. Those of one place come in the order given. */
  Map<String, String> made() {
    List<Edit> sorted = new ArrayList<>(edits);
    sorted.sort(
        Comparator.<Edit>comparingInt(edit -> edit.span.start())
            .thenComparingInt(edit -> edit.span.end()));
    Map<String, Span> last = new TreeMap<>();
    Map<String, String> made = new TreeMap<>();
    for (Edit edit : sorted.reversed()) {
      Span span = edit.span;
      Span later = last.put(span.file(), span);
      if (later != null && later.start() < span.end()) {
        throw new IllegalStateException("changed twice: " + span.text());
      }
      String source = made.getOrDefault(span.file(), span.source());
      made.put(
          span.file(),
          source.substring(0, span.start()) + edit.text + source.substring(span.end()));
    }
    return made;
  }
}
