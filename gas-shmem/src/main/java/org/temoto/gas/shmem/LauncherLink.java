package org.temoto.gas.shmem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.LibraryFunction;

/**
 * Link to the launcher {@code temoto}, the parent of this process: tells it whether the process has
 * said itself why it ends. Where it has not, because it was killed or halted, the launcher says
 * what it sees. The process ends with its parent, and with {@code oshrun}.
 */
final class LauncherLink {
  /** The environment variable that names the file. */
  static final String VARIABLE = "TEMOTO_PE_STATE";

  /** The environment variable that names the process by which the job was started on this host. */
  static final String LAUNCHER = "TEMOTO_PE_LAUNCHER";

  /**
   * Interval at which it is looked for, where the library may not tell of its end: Open MPI 5 does
   * not.
   */
  private static final long LOOK_NANOS = 500_000_000;

  private static final int SET_PARENT_DEATH_SIGNAL = 1;
  private static final int TERMINATE = 15;

  /**
   * A file of the launcher's, by the descriptor that it has of it; none where something else has
   * started this process.
   */
  private final Optional<Path> file;

  private final Optional<RunningProcess> launcher;

  /** Volatile: read by the threads that end the process. */
  private volatile boolean left;

  /** Files that the library would leave if the process were killed. */
  private Set<String> remains = Set.of();

  LauncherLink(Map<String, String> environment) {
    file = Optional.ofNullable(environment.get(VARIABLE)).map(Path::of);
    launcher =
        Optional.of(environment.getOrDefault(LAUNCHER, ""))
            .filter(number -> !number.isEmpty()) // it cannot be seen from here
            .map(number -> new RunningProcess(Long.parseLong(number)));
  }

  /**
   * The library is about to begin, after which a PE cannot just end. From here on the process gets
   * a signal if its launcher ends first, which nothing else would tell it, and ends if {@code
   * oshrun} has.
   */
  void enter() {
    if (file.isPresent()) {
      requestParentDeathSignal();
      write("in");
    }
    launcher.ifPresent(found ->
        Thread.ofPlatform()
            .daemon()
            .name("temoto-shmem-launcher")
            .start(() -> {
              while (found.isRunning()) {
                LockSupport.parkNanos(LOOK_NANOS);
              }
              try {
                mayLeave(SharedSegments.find().files()); // the library may just have begun
              } finally {
                ProcessEnd.now(this); // no process is left to be told
              }
            }));
  }

  /** Has the launcher remove those of {@code files} that are there when the process has ended. */
  synchronized void mayLeave(Set<String> files) {
    if (!left && !files.equals(remains)) {
      remains = files;
      write("in");
    }
  }

  /** The process has said all that there is to say, and may end. */
  synchronized void leave() {
    left = true;
    try {
      write("out");
    } catch (
        UncheckedIOException e) { // the process ends all the same, and the launcher says so too
      System.err.println("temoto: " + e.getMessage());
    }
  }

  boolean hasLeft() {
    return left;
  }

  /** Tells whether the launcher was killed, and its files are gone with it. */
  boolean isLauncherGone() {
    return file.isPresent() && !Files.exists(file.get());
  }

  /**
   * The stage of the process, and a line for each of the remains; not to a launcher that is gone.
   */
  private void write(String stage) {
    if (file.isPresent() && Files.exists(file.get())) {
      try {
        Files.writeString(file.get(), stage + "\n" + String.join("\n", remains) + "\n");
      } catch (IOException e) {
        throw new UncheckedIOException(VARIABLE + "=" + file.get() + " cannot be written", e);
      }
    }
  }

  /** Lasts as long as the calling thread. */
  private static void requestParentDeathSignal() {
    LibraryFunction.Outcome outcome =
        LibraryFunction.ofInt("prctl").call(SET_PARENT_DEATH_SIGNAL, TERMINATE);
    if (outcome.failed()) {
      throw new GasException("prctl(PR_SET_PDEATHSIG) failed with error " + outcome.errno());
    }
  }
}
