package org.temoto.gas.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.temoto.gas.RefusedException;
import org.temoto.gas.engine.file.Draft;
import org.temoto.gas.spi.file.Reason;

/** A memory's bytes as a file, which each PE reads or writes where the pages are that it owns. */
record MemoryFile(Space space, MemoryHandle memory, Path file) {
  /** Collective. */
  void save() {
    space.barrier();
    AgreedSteps agreement = new AgreedSteps(space);
    Draft draft = new Draft(file, space.broadcast(ThreadLocalRandom.current().nextLong()));
    try {
      agreement.onFirst(() -> draft.create(memory.byteSize()));
      agreement.onAll(() -> writeOwn(memory, draft.path(), (_, _) -> {}));
      agreement.onFirst(draft::publish);
    } catch (Throwable failure) {
      if (space.pe() == 0) {
        draft.discard(failure);
      }
      throw failure;
    }
  }

  /**
   * Writes what this PE owns of {@code memory} to where it belongs in {@code file}, durably.
   *
   * @param alsoTo sees the same bytes
   */
  static void writeOwn(MemoryHandle memory, Path file, OwnedPages.Visitor alsoTo) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      new OwnedPages(memory)
          .read((offset, bytes) -> {
            Draft.write(file, channel, bytes.asByteBuffer(), offset);
            alsoTo.visit(offset, bytes);
          });
      channel.force(true);
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be written", e);
    }
  }

  /** Collective. */
  void load() {
    space.barrier();
    AgreedSteps agreement = new AgreedSteps(space);
    agreement.onAll(() -> requireBytes(file, memory, "file " + file));
    agreement.onAll(() -> readOwn(memory, file));
    space.barrier();
  }

  /** Refuses a file that is not as long as {@code memory}. */
  static void requireBytes(Path file, MemoryHandle memory, String what) {
    Reason.notRegular(file)
        .ifPresent(reason -> {
          throw new RefusedException(what + ": " + reason);
        });
    try {
      if (Files.size(file) != memory.byteSize()) {
        throw new RefusedException(
            "%s has %s bytes, memory \"%s\" has %s: must be equal"
                .formatted(what, Files.size(file), memory.name(), memory.byteSize()));
      }
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
  }

  /**
   * Fills what this PE owns of {@code memory} from {@code file}; a barrier has to follow.
   *
   * @throws java.io.UncheckedIOException whatever fails: no refusal, since bytes have been stored
   */
  static void readOwn(MemoryHandle memory, Path file) {
    String what =
        "has not been read: what is in memory \"%s\" is unspecified".formatted(memory.name());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      new OwnedPages(memory).write((offset, bytes) -> readAll(file, channel, bytes, offset));
    } catch (IOException e) {
      throw Draft.failed(file, what, e);
    } catch (UncheckedIOException e) {
      throw Draft.failed(file, what, e.getCause());
    } catch (RefusedException e) {
      throw Draft.failed(file, what, new IOException(e.getMessage(), e));
    }
  }

  private static void readAll(Path file, FileChannel channel, MemorySegment to, long offset) {
    Draft.read(file, channel, to.asByteBuffer(), offset);
  }
}
