package org.temoto.gas.engine.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The file of checksums of a memory: a CRC-32C of each page, big-endian. The PEs each write a part,
 * pairs of a page and its checksum in ascending order, which one of them merges: on a network file
 * system, two that write to one block can undo each other's writes.
 */
public final class PageSums {
  private static final int PAIR = 2 * Integer.BYTES;
  private static final int CHUNK = 1 << 16;

  private PageSums() {}

  /** The checksum of what {@code bytes} has left, which is read. */
  public static int of(ByteBuffer bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /** The checksums of a PE's pages, which must not be there yet; used by one thread. */
  public static final class Part implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer pairs = ByteBuffer.allocate(CHUNK);
    private long written;

    public Part(Path file) {
      this.file = file;
      try {
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (IOException e) {
        throw Draft.failed(file, "cannot be written", e);
      }
    }

    /** Adds a page, after all with lower numbers. */
    public void add(int page, int sum) {
      if (!pairs.hasRemaining()) {
        flush();
      }
      pairs.putInt(page).putInt(sum);
    }

    private void flush() {
      int bytes = pairs.flip().remaining();
      Draft.write(file, channel, pairs, written);
      written += bytes;
      pairs.clear();
    }

    /** Makes it durable. */
    public void finish() {
      flush();
      try {
        channel.force(true);
      } catch (IOException e) {
        throw Draft.failed(file, "cannot be written", e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw Draft.failed(file, "cannot be closed", e);
      }
    }
  }

  /**
   * Merges {@code parts}, which have each of {@code pages} pages once, into a new file, durably,
   * and deletes them. Returns the file's checksum.
   */
  public static int merge(List<Path> parts, Path file, int pages) {
    try {
      try (FileChannel to =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        long bytes = 0;
        for (Path part : parts) {
          bytes += append(part, file, to);
        }
        if (bytes != (long) pages * PAIR) {
          throw new IOException(
              "the PEs have %s checksums, the memory %s pages: must be equal"
                  .formatted(bytes / PAIR, pages));
        }
        to.force(true);
      }
      for (Path part : parts) {
        Files.delete(part);
      }
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be written", e);
    }
    return checksum(file);
  }

  /** Writes what {@code part} has to where it belongs; returns the bytes read. */
  private static long append(Path part, Path file, FileChannel to) throws IOException {
    ByteBuffer pairs = ByteBuffer.allocate(CHUNK);
    ByteBuffer run = ByteBuffer.allocate(CHUNK);
    try (FileChannel from = FileChannel.open(part, StandardOpenOption.READ)) {
      long size = from.size();
      long first = 0;
      for (long at = 0; at < size; at += CHUNK) {
        Draft.read(part, from, pairs.clear().limit((int) Math.min(CHUNK, size - at)), at);
        pairs.flip();
        while (pairs.remaining() >= PAIR) {
          int page = pairs.getInt();
          if (page != first + run.position() / Integer.BYTES || !run.hasRemaining()) {
            Draft.write(file, to, run.flip(), first * Integer.BYTES);
            run.clear();
            first = page;
          }
          run.putInt(pairs.getInt());
        }
      }
      Draft.write(file, to, run.flip(), first * Integer.BYTES);
      return size;
    }
  }

  public static int checksum(Path file) {
    CRC32C sum = new CRC32C();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (channel.read(chunk) >= 0) {
        sum.update(chunk.flip());
        chunk.clear();
      }
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
    return (int) sum.getValue();
  }

  /** The checksums of the pages [{@code first}, {@code end}). */
  public static int[] read(Path file, int first, int end) {
    int[] sums = new int[end - first];
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (int done = 0; done < sums.length; ) {
        int some = Math.min(CHUNK / Integer.BYTES, sums.length - done);
        chunk.clear().limit(some * Integer.BYTES);
        Draft.read(file, channel, chunk, (long) (first + done) * Integer.BYTES);
        chunk.flip().asIntBuffer().get(sums, done, some);
        done += some;
      }
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
    return sums;
  }
}
