package org.temoto.gas.engine.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.file.Reason;
import org.temoto.gas.spi.file.Replacement;

/**
 * Draft of a file that all PEs may write to, by {@link Replacement}; one PE creates, publishes and
 * discards it.
 */
public final class Draft {
  private final Path given;
  private final Replacement replacement;

  /**
   * @param token the same on all PEs that write the file, different for every attempt
   */
  public Draft(Path target, long token) {
    this.given = target.toAbsolutePath();
    try {
      this.replacement = new Replacement(target, token);
    } catch (IOException e) {
      throw refused(e);
    }
  }

  /** Path of the file until it is published. */
  public Path path() {
    return replacement.draft();
  }

  /**
   * Creates it with {@code bytes} zeros.
   *
   * @throws RefusedException if the target cannot be replaced
   */
  public void create(long bytes) {
    try {
      replacement.check();
    } catch (IOException e) {
      throw refused(e);
    }
    try (FileChannel channel = replacement.create()) {
      extend(path(), channel, bytes);
    } catch (IOException e) {
      throw failed(given, "cannot be written", e);
    }
  }

  /** Creates a file of {@code bytes} zeros, which must not be there yet. */
  public static void create(Path file, long bytes) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      extend(file, channel, bytes);
    } catch (IOException e) {
      throw failed(file, "cannot be written", e);
    }
  }

  private static void extend(Path file, FileChannel channel, long bytes) {
    if (bytes > 0) {
      write(file, channel, ByteBuffer.allocate(1), bytes - 1);
    }
  }

  /** Gives it its name, durably. All that was written must have been forced. */
  public void publish() {
    try {
      replacement.publish();
    } catch (IOException e) {
      throw failed(given, "cannot be written", e);
    }
  }

  /** Deletes it after {@code failure}, which learns if that fails, too. */
  public void discard(Throwable failure) {
    try {
      replacement.discard();
    } catch (IOException e) {
      failure.addSuppressed(failed(path(), "cannot be deleted", e));
    }
  }

  /** Writes all of {@code bytes} at {@code offset}. */
  public static void write(Path file, FileChannel channel, ByteBuffer bytes, long offset) {
    int start = bytes.position();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes, offset + bytes.position() - start);
      }
    } catch (IOException e) {
      throw failed(file, "cannot be written", e);
    }
  }

  /** Fills {@code bytes} from {@code offset} on. */
  public static void read(Path file, FileChannel channel, ByteBuffer bytes, long offset) {
    int start = bytes.position();
    try {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, offset + bytes.position() - start) < 0) {
          throw new EOFException("it ends after " + channel.size() + " bytes");
        }
      }
    } catch (IOException e) {
      throw failed(file, "cannot be read", e);
    }
  }

  /** Exception that says what became of a file, with its name. */
  public static UncheckedIOException failed(Path file, String what, IOException e) {
    return new UncheckedIOException(
        new IOException("file " + file + " " + what + ": " + Reason.of(e), e));
  }

  private RefusedException refused(IOException e) {
    return new RefusedException("file " + given + ": " + Reason.of(e), e);
  }
}
