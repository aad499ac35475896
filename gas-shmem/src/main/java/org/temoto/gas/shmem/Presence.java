package org.temoto.gas.shmem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.temoto.gas.GasException;

/**
 * What this process tells the launcher {@code temoto}, its parent: whether it has said itself why
 * it ends. Where it has not, because it was killed or halted, the launcher says what it sees.
 */
final class Presence {
  /** The environment variable that names the file. */
  static final String VARIABLE = "TEMOTO_PE_STATE";

  private static final int SET_PARENT_DEATH_SIGNAL = 1;
  private static final int TERMINATE = 15;

  /**
   * A file of the launcher's, by the descriptor that it has of it; none where something else has
   * started this process.
   */
  private final Optional<Path> file;

  /** Volatile: read by the threads that end the process. */
  private volatile boolean left;

  Presence(Map<String, String> environment) {
    file = Optional.ofNullable(environment.get(VARIABLE)).map(Path::of);
  }

  /**
   * The library is about to begin, after which a PE cannot just end. From here on the process gets
   * a signal if its launcher ends first, which nobody else would tell it.
   */
  void enter() {
    file.ifPresent(found -> {
      requestParentDeathSignal();
      write(found, "in");
    });
  }

  /** Whatever there is to say has been said: the process may end. */
  void leave() {
    left = true;
    try {
      file.filter(Files::exists).ifPresent(found -> write(found, "out"));
    } catch (
        UncheckedIOException e) { // the process ends all the same, and the launcher says so too
      System.err.println("temoto: " + e.getMessage());
    }
  }

  boolean hasLeft() {
    return left;
  }

  /** Whether the launcher was killed, and its files are gone with it. */
  boolean isLauncherGone() {
    return file.isPresent() && !Files.exists(file.get());
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(VARIABLE + "=" + file + " cannot be written", e);
    }
  }

  /** Lasts as long as the calling thread. */
  private static void requestParentDeathSignal() {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    try {
      int error =
          (int)
              linker
                  .downcallHandle(
                      linker.defaultLookup().findOrThrow("prctl"),
                      type,
                      Linker.Option.firstVariadicArg(1))
                  .invokeExact(SET_PARENT_DEATH_SIGNAL, (long) TERMINATE);
      if (error != 0) {
        throw new GasException("prctl(PR_SET_PDEATHSIG) failed with " + error);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a native function throws nothing", e);
    }
  }
}
