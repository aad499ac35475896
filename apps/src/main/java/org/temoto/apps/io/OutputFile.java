package org.temoto.apps.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.temoto.apps.BadInputException;
import org.temoto.gas.spi.file.Reason;
import org.temoto.gas.spi.file.Replacement;

/**
 * Output file of a job, by {@link Replacement}: deleted by {@link #close} unless it is published
 * before, and when the JVM is shut down by a signal.
 */
public final class OutputFile implements AutoCloseable {
  private final Path given;
  private final Replacement replacement;
  private Thread cleaner;
  private boolean discarded;

  /**
   * @param token the same on all PEs that write the file, different for every attempt
   */
  public OutputFile(Path target, long token) {
    this.given = target;
    try {
      this.replacement = new Replacement(target, token);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Does as {@link #check(Path, long)}, for a file whose length is not known beforehand. */
  public static void check(Path target) {
    check(target, 0);
  }

  /**
   * Refuses a target that cannot be written, before any work is done. Only writing a draft, which
   * is deleted, tells for sure.
   *
   * @param bytes that the file will have at least
   */
  public static void check(Path target, long bytes) {
    requirePlace(target);
    long token = 31 * ProcessHandle.current().pid() + System.nanoTime();
    try (OutputFile file = new OutputFile(target, token)) {
      file.start(new byte[0]);
      file.requireSpace(bytes);
    } catch (UncheckedIOException e) {
      throw new BadInputException(e.getCause().getMessage(), e);
    }
  }

  /**
   * Refuses a directory that could not be created or written to.
   *
   * @param bytes that its files will have together
   */
  public static void checkDirectory(Path directory, long bytes) {
    Path there = directory.toAbsolutePath();
    Path probe = there.resolve("manifest");
    while (!Files.exists(there)) {
      probe = there;
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      throw new BadInputException(there + ": is not a directory");
    }
    check(probe, bytes);
  }

  /** The file system must have the space beside what is replaced. */
  private void requireSpace(long bytes) {
    try {
      FileStore store = Files.getFileStore(replacement.draft());
      long free = store.getUsableSpace();
      if (bytes > free && store.getTotalSpace() > 0) { // some file systems say nothing of it
        throw new IOException(
            "it takes %d bytes, its file system has %d left".formatted(bytes, free));
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static void requirePlace(Path target) {
    try {
      new Replacement(target, 0).check();
    } catch (IOException e) {
      throw new BadInputException(target + ": " + Reason.of(e), e);
    }
  }

  /**
   * Writes a small file by one PE alone. May be called while the JVM is shut down, when nothing
   * more can be put off until then.
   */
  public static void write(Path target, byte[] bytes) {
    requirePlace(target);
    try (OutputFile file = new OutputFile(target, System.nanoTime())) {
      file.start(bytes);
      file.forceDraft();
      file.publish();
    }
  }

  /** Writer of what is in a file. */
  public interface Contents {
    /** Writes all of it to {@code out}, which is buffered and stays open. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Does as {@link #write(Path, byte[])}, for a file of any size; not while the JVM is shut down.
   */
  public static void write(Path target, Contents contents) {
    requirePlace(target);
    try (OutputFile file = new OutputFile(target, System.nanoTime())) {
      file.create(new byte[0]);
      try (FileChannel channel = file.open();
          OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
        contents.writeTo(out);
        out.flush();
        file.force(channel);
      } catch (IOException e) {
        throw file.failed(e);
      }
      file.publish();
    }
  }

  private void forceDraft() {
    try (FileChannel channel = open()) {
      force(channel);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Creates the draft with the bytes {@code start}. Called by one PE, before {@link #open} by the
   * others.
   */
  public synchronized void create(byte[] start) {
    if (discarded) {
      throw new IllegalStateException(given + ": is being given up");
    }
    cleaner = new Thread(this::discardAtTheEnd, "delete " + replacement.draft().getFileName());
    Runtime.getRuntime().addShutdownHook(cleaner);
    start(start);
  }

  private void start(byte[] start) {
    try (FileChannel file = replacement.create()) {
      write(file, ByteBuffer.wrap(start), 0);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Opens the draft for positional writes. */
  public FileChannel open() {
    try {
      return FileChannel.open(replacement.draft(), StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Writes all of {@code bytes} at {@code offset}. */
  void write(FileChannel file, ByteBuffer bytes, long offset) {
    int start = bytes.position();
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes, offset + bytes.position() - start);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Makes what this PE has written durable. */
  void force(FileChannel file) {
    try {
      file.force(true);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Gives the draft its name. Called by the PE that created it, when all have written and forced.
   */
  public synchronized void publish() {
    try {
      replacement.publish();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    discard();
    if (cleaner != null) {
      try {
        Runtime.getRuntime().removeShutdownHook(cleaner);
      } catch (IllegalStateException e) {
        // The JVM is shutting down: the hook runs, or has run, and finds nothing to do.
        cleaner = null;
      }
    }
  }

  private synchronized void discard() {
    discarded = true;
    try {
      replacement.discard();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Discards the file while the JVM is shut down, when nothing else would tell of a failure in a
   * line.
   */
  private void discardAtTheEnd() {
    try {
      discard();
    } catch (UncheckedIOException e) {
      System.err.println("temoto: " + e.getCause().getMessage() + ": " + replacement.draft());
    }
  }

  private UncheckedIOException failed(IOException e) {
    return new UncheckedIOException(
        new IOException(given + ": cannot be written: " + Reason.of(e), e));
  }
}
