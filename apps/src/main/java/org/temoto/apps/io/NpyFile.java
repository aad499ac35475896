package org.temoto.apps.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.temoto.apps.BadInputException;

/** A {@code .npy} file whose header has been read and found to agree with the file's length. */
public record NpyFile(Path path, NpyHeader header) {
  /** No honest header is longer; NumPy's own have about a hundred bytes. */
  private static final long MAX_TEXT = 16 << 20;

  private static final int MAX_REASON = 240;

  /**
   * Reads and checks the header.
   *
   * @throws BadInputException with file, offset and reason if it is not a {@code .npy} file that
   *     can be used
   */
  public static NpyFile open(Path path) {
    if (path.toString().isEmpty()) {
      throw new BadInputException("the name of the input file is empty");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new BadInputException(path + ": is not a regular file");
    }
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      return new NpyFile(path, readHeader(path, file));
    } catch (NoSuchFileException e) {
      throw new BadInputException(path + ": no such file", e);
    } catch (AccessDeniedException e) {
      throw new BadInputException(path + ": may not be read", e);
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static NpyHeader readHeader(Path path, FileChannel file) throws IOException {
    byte[] start = read(path, file, 0, NpyHeader.MAGIC.length + 2);
    if (!Arrays.equals(
        start, 0, NpyHeader.MAGIC.length, NpyHeader.MAGIC, 0, NpyHeader.MAGIC.length)) {
      throw bad(path, 0, "not a .npy file: it does not begin with \\x93NUMPY");
    }
    int version = start[NpyHeader.MAGIC.length] & 0xFF;
    if (version < 1 || version > 3) {
      throw bad(
          path, NpyHeader.MAGIC.length, "format version " + version + " is not known: 1 to 3 are");
    }
    int preamble = version == 1 ? NpyHeader.PREAMBLE_V1 : NpyHeader.PREAMBLE_V2;
    int lengthAt = start.length;
    long length = unsigned(read(path, file, lengthAt, preamble - lengthAt));
    if (length > file.size() - preamble || length > MAX_TEXT) {
      throw bad(
          path,
          lengthAt,
          "header length " + length + " reaches beyond the file of " + file.size() + " bytes");
    }
    byte[] text = read(path, file, preamble, (int) length);
    String header =
        new String(text, version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    NpyHeader parsed =
        new NpyHeaderParser(path.toString(), header, preamble).parse(preamble + length);
    requireLength(path, parsed, file.size());
    return parsed;
  }

  private static void requireLength(Path path, NpyHeader header, long fileBytes) {
    long present = fileBytes - header.dataOffset();
    if (present != header.dataBytes()) {
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

  /** What a reason quotes from a damaged file may be long: the middle is left out. */
  static BadInputException bad(Object path, long offset, String reason) {
    int end = reason.length();
    String shown =
        end <= MAX_REASON
            ? reason
            : reason.substring(0, MAX_REASON / 2)
                + " ... "
                + reason.substring(end - MAX_REASON / 2);
    return new BadInputException(path + ": at byte " + offset + ": " + shown);
  }
}
