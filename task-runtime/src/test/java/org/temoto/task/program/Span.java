package org.temoto.task.program;

/**
 * A part of a source, from position {@code start} up to {@code end}.
 *
 * @param source all of the file's text
 */
record Span(String file, String source, int start, int end) {
  String text() {
    return source.substring(start, end);
  }

  Span beginning() {
    return new Span(file, source, start, start);
  }

  Span ending() {
    return new Span(file, source, end, end);
  }
}
