package org.temoto.apps.report;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** One JSON object on one line. */
public final class Json {
  private static final JSON WRITER = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  /** Reader of what is written here, in which numbers, texts and names may be of any length. */
  private static final JSON READER =
      JSON.builder(
              new JsonFactoryBuilder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .build();

  private Json() {}

  /** Values may be numbers, texts, truth values, null, lists and maps of these. */
  public static String line(Map<String, ?> fields) {
    try {
      return WRITER.asString(fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The fields of {@code line}, which {@link #line} has made. */
  public static Map<String, Object> fields(String line) {
    try {
      return READER.mapFrom(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
