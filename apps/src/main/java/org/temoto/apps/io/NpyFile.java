package org.temoto.apps.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Shown;

/**
 * Array in a {@code .npy} file whose header has been read and found to agree with the file's
 * length.
 *
 * @param path of an array of an archive, where it has been copied to
 */
public record NpyFile(Path path, NpyHeader header) {
  /** Longer ones {@code numpy.load} refuses, too; those that it writes have about a hundred. */
  static final int MAX_TEXT = 10_000;

  private static final byte[] ZIP = {'P', 'K', 3, 4};

  private static final byte[] EMPTY_ZIP = {'P', 'K', 5, 6};

  private static final int MAX_REASON = 240;

  /**
   * Reads and checks the header; {@code path} may also name a {@code .npz} archive, with a colon
   * and the name of one of its arrays behind, unless it has but one.
   *
   * @throws BadInputException with file, offset and reason if it is not a {@code .npy} file that
   *     can be used
   */
  public static NpyFile open(Path path) {
    Optional<NpzMember> named = NpzMember.named(path);
    if (named.isPresent()) {
      return open(path, named.get().copy());
    }
    InputFile.requireRegular(path);
    return isArchive(path) ? open(path, NpzMember.only(path).copy()) : open(path, path);
  }

  /**
   * @param given as messages have it
   */
  private static NpyFile open(Path given, Path path) {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      return new NpyFile(path, readHeader(given, file));
    } catch (IOException e) {
      throw InputFile.refused(given, e);
    }
  }

  private static boolean isArchive(Path path) {
    try (InputStream file = Files.newInputStream(path)) {
      byte[] start = file.readNBytes(ZIP.length);
      return Arrays.equals(start, ZIP) || Arrays.equals(start, EMPTY_ZIP);
    } catch (IOException e) {
      throw InputFile.refused(path, e);
    }
  }

  private static NpyHeader readHeader(Path path, FileChannel file) throws IOException {
    byte[] start = read(path, file, 0, NpyHeader.MAGIC.length + 2);
    if (!beginsWith(start, NpyHeader.MAGIC)) {
      throw bad(path, 0, "not a .npy file: it does not begin with \\x93NUMPY");
    }
    int version = start[NpyHeader.MAGIC.length] & 0xFF;
    int minor = start[NpyHeader.MAGIC.length + 1] & 0xFF;
    if (version < 1 || version > 3 || minor != 0) {
      throw bad(
          path,
          NpyHeader.MAGIC.length,
          "format version %d.%d is not known: 1.0, 2.0 and 3.0 are".formatted(version, minor));
    }
    int preamble = version == 1 ? NpyHeader.PREAMBLE_V1 : NpyHeader.PREAMBLE_V2;
    int lengthAt = start.length;
    long length = unsigned(read(path, file, lengthAt, preamble - lengthAt));
    if (length > MAX_TEXT) {
      throw bad(path, lengthAt, "header length " + length + " must be at most " + MAX_TEXT);
    }
    if (length > file.size() - preamble) {
      throw bad(
          path,
          lengthAt,
          "header length " + length + " reaches beyond the file of " + file.size() + " bytes");
    }
    byte[] text = read(path, file, preamble, (int) length);
    // Text not in ASCII is refused wherever it stands, so that the encoding does not matter.
    String header = new String(text, StandardCharsets.ISO_8859_1);
    NpyHeader parsed =
        new NpyHeaderParser(path.toString(), header, preamble, version).parse(preamble + length);
    requireLength(path, file, parsed);
    return parsed;
  }

  private static boolean beginsWith(byte[] bytes, byte[] start) {
    return Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private static void requireLength(Path path, FileChannel file, NpyHeader header)
      throws IOException {
    long present = file.size() - header.dataOffset();
    long more = present - header.dataBytes();
    long end = header.dataOffset() + header.dataBytes();
    if (more >= NpyHeader.MAGIC.length
        && Arrays.equals(read(path, file, end, NpyHeader.MAGIC.length), NpyHeader.MAGIC)) {
      throw bad(path, end, "a second array begins: a file must have one");
    }
    if (more != 0) {
      throw bad(
          path,
          header.dataOffset(),
          "shape %s of %s needs %d bytes of data, the file has %d"
              .formatted(header.shapeText(), header.type(), header.dataBytes(), present));
    }
  }

  private static long unsigned(byte[] littleEndian) {
    long value = 0;
    for (int i = littleEndian.length - 1; i >= 0; i--) {
      value = value << Byte.SIZE | littleEndian[i] & 0xFF;
    }
    return value;
  }

  private static byte[] read(Path path, FileChannel file, long offset, int bytes)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, offset + buffer.position()) < 0) {
        throw bad(path, offset, "the file ends after " + file.size() + " bytes, inside the header");
      }
    }
    return buffer.array();
  }

  /** Refusal of a damaged file, of which a reason may quote much: it is cut. */
  static BadInputException bad(Object path, long offset, String reason) {
    return new BadInputException(
        path + ": at byte " + offset + ": " + Shown.of(reason, MAX_REASON));
  }
}
