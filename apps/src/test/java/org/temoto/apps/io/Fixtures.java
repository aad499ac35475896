package org.temoto.apps.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Files that NumPy wrote, and files with any header. */
public final class Fixtures {
  private Fixtures() {}

  /** A file of the test resources. */
  public static Path numpy(String name) {
    URL url = Objects.requireNonNull(Fixtures.class.getResource("/npy/" + name), name);
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** A version 1 file with header {@code text} and {@code dataBytes} zeros. */
  static Path write(Path folder, String text, int dataBytes) throws IOException {
    return write(folder, 1, text.getBytes(StandardCharsets.ISO_8859_1), dataBytes);
  }

  /** The same of any version. */
  static Path write(Path folder, int version, byte[] header, int dataBytes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(NpyHeader.MAGIC);
    bytes.write(version);
    bytes.write(0);
    for (int i = 0; i < (version == 1 ? Short.BYTES : Integer.BYTES); i++) {
      bytes.write(header.length >>> i * Byte.SIZE);
    }
    bytes.write(header);
    bytes.write(ByteBuffer.allocate(dataBytes).array());
    return Files.write(folder.resolve("test.npy"), bytes.toByteArray());
  }
}
