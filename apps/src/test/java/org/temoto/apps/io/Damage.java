package org.temoto.apps.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A file that has been damaged, and what another library makes of it: a line of what {@code
 * damage/make.py} has written.
 *
 * @param file that is damaged, of the test resources
 * @param changes one after the other
 * @param verdict {@code -} if the library refuses it, else a checksum of what it reads
 */
public record Damage(String file, List<String> changes, String verdict) {
  public static final String REFUSED = "-";

  /** All lines of a list, and its first line, which names its seed. */
  public static List<Damage> all(String list) {
    return new String(resource("/damage/" + list), StandardCharsets.US_ASCII)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(Damage::of)
        .toList();
  }

  private static Damage of(String line) {
    String[] words = line.split(" ", -1);
    return new Damage(words[0], List.of(words[1].split(",", -1)), words[2]);
  }

  /** The bytes of the damaged file; the whole one stands in {@code folder} of the resources. */
  public byte[] bytes(String folder) {
    byte[] bytes = resource("/" + folder + "/" + file);
    for (String change : changes) {
      bytes = changed(bytes, change);
    }
    return bytes;
  }

  private static byte[] changed(byte[] bytes, String change) {
    String[] words = change.substring(1).split(":", -1);
    int at = Integer.parseInt(words[0]);
    return switch (change.charAt(0)) {
      case 's' -> {
        byte[] set = bytes.clone();
        set[at] = (byte) HexFormat.fromHexDigits(words[1]);
        yield set;
      }
      case 'd' -> joined(bytes, at, new byte[0], at + Integer.parseInt(words[1]));
      case 'i' -> joined(bytes, at, HexFormat.of().parseHex(words[1]), at);
      case 't' -> Arrays.copyOf(bytes, at);
      default -> throw new IllegalArgumentException(change);
    };
  }

  /** The bytes before {@code end}, then {@code middle}, then the bytes from {@code next} on. */
  private static byte[] joined(byte[] bytes, int end, byte[] middle, int next) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(bytes, 0, end);
    joined.writeBytes(middle);
    int from = Math.min(next, bytes.length);
    joined.write(bytes, from, bytes.length - from);
    return joined.toByteArray();
  }

  private static byte[] resource(String name) {
    try (InputStream in = Objects.requireNonNull(Damage.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
