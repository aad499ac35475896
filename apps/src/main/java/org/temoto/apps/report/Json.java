package org.temoto.apps.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** One JSON object on one line. */
public final class Json {
  private static final JSON WRITER = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  private Json() {}

  /** Values may be numbers, texts, truth values, null, lists and maps of these. */
  public static String line(Map<String, ?> fields) {
    try {
      return WRITER.asString(fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
