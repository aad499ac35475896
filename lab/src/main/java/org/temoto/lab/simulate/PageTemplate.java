package org.temoto.lab.simulate;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Filler of the templates of report pages, which all look the same and need nothing else. */
public final class PageTemplate {
  private static final String STYLE = "page.css";

  private PageTemplate() {}

  /**
   * The page that template {@code name}, a resource beside {@code owner}, makes of {@code values};
   * {@code style} is there, too.
   */
  public static String fill(Class<?> owner, String name, Map<String, Object> values) {
    Map<String, Object> page = new LinkedHashMap<>(values);
    page.put("style", text(PageTemplate.class, STYLE));
    return Mustache.compiler().compile(text(owner, name)).execute(page);
  }

  private static String text(Class<?> owner, String name) {
    try (InputStream stream = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
