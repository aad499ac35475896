package org.temoto.apps.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Shown;
import org.temoto.apps.doctor.ProcessLimits;
import org.temoto.apps.program.UserProgram;
import org.temoto.gas.GasException;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.gas.spi.file.Reason;
import org.temoto.task.TaskException;

/**
 * Description of a failure for the user: its exit code and its one line.
 *
 * @param internal whether the cause is a defect of the program, so that its stack trace is wanted
 */
record Failure(int exitCode, String line, boolean internal) {
  private static final String INTERNAL = "internal failure: ";

  /** Packages that refuse what neither a task nor a memory can hold. */
  private static final List<String> VALUES =
      List.of("org.temoto.task.marshal.", "org.temoto.task.pattern.", "org.temoto.gas.array.");

  /** Most frames of a stack trace that are shown, where a defect is told with its place. */
  private static final int MOST_FRAMES = 8;

  /** Its line is shortened to so many characters, enough for two names of files and a rule. */
  private static final int MOST_CHARACTERS = 10_000;

  /** Does as {@link #of(Throwable, OptionNames)}, with the options of any command. */
  static Failure of(Throwable thrown) {
    return of(thrown, OptionNames.all());
  }

  /**
   * Looks through the wrappers that a failure gets on its way from a task of another PE.
   *
   * @param options of the command that has failed
   */
  static Failure of(Throwable thrown, OptionNames options) {
    Failure failure = ofCause(innermost(thrown), options);
    return places(thrown)
        .max(Comparator.comparing(PeFailedException::isHere))
        .map(failure::at)
        .orElse(failure);
  }

  /** Tells whether it is told with its place: it is of one PE of a job of many processes. */
  static boolean hasPlace(Throwable thrown) {
    return places(thrown).findAny().isPresent();
  }

  private static Stream<PeFailedException> places(Throwable thrown) {
    return Arrays.stream(thrown.getSuppressed())
        .filter(PeFailedException.class::isInstance)
        .map(PeFailedException.class::cast);
  }

  /** The same with the place, for a job of many processes. */
  private Failure at(PeFailedException place) {
    String where = "PE " + place.pe() + " on host " + place.host() + ": ";
    return new Failure(exitCode, where + line, internal);
  }

  /**
   * Tells whether the failure is another process's, which reports it, or happened there first; not
   * if it has a place here, whatever has happened elsewhere besides.
   */
  static boolean isReportedElsewhere(Throwable thrown) {
    return places(thrown).noneMatch(PeFailedException::isHere)
        && Stream.concat(Stream.of(thrown, innermost(thrown)), places(thrown))
            .anyMatch(each -> each instanceof PeFailedException place && !place.isHere());
  }

  /** Failures that this process threw itself before it was told of that of another. */
  static List<Throwable> ownBeside(Throwable thrown) {
    return Arrays.stream(thrown.getSuppressed())
        .filter(each -> places(each).anyMatch(PeFailedException::isHere))
        .toList();
  }

  /**
   * Lines that tell the task in which a defect showed itself, if it was in one, and the place in
   * the code.
   *
   * @param ofProgram whether a program of the user has failed, whose lines are wanted
   */
  static List<String> whereabouts(Throwable thrown, boolean ofProgram) {
    List<String> lines = new ArrayList<>();
    for (Throwable each = thrown; isWrapper(each); each = each.getCause()) {
      if (each instanceof TaskException task && !task.path().isEmpty()) {
        lines.add("  in task " + String.join(" < ", task.path()) + " on PE " + task.pe());
      }
    }
    frames(innermost(thrown), ofProgram)
        .limit(MOST_FRAMES)
        .forEach(frame -> lines.add("  at " + frame));
    return lines;
  }

  /** All, or those of a program, if any is. */
  private static Stream<StackTraceElement> frames(Throwable thrown, boolean ofProgram) {
    List<StackTraceElement> all = List.of(thrown.getStackTrace());
    List<StackTraceElement> own =
        all.stream()
            .takeWhile(frame -> !isBelowProgram(frame))
            .filter(Failure::isOfProgram)
            .toList();
    return (ofProgram && !own.isEmpty() ? own : all).stream();
  }

  private static boolean isWrapper(Throwable thrown) {
    return (thrown instanceof TaskException
            || thrown instanceof JobAbortedException
            || isOfInitializer(thrown))
        && thrown.getCause() != null;
  }

  /** Tells whether a static initializer has failed, whose place and reason are in the cause. */
  private static boolean isOfInitializer(Throwable thrown) {
    return thrown instanceof ExceptionInInitializerError
        || thrown instanceof NoClassDefFoundError
            && thrown.getCause() instanceof ExceptionInInitializerError;
  }

  /** The first failure, without the wrappers. */
  static Throwable innermost(Throwable thrown) {
    Throwable cause = thrown;
    while (isWrapper(cause)) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static Failure ofCause(Throwable cause, OptionNames options) {
    return switch (cause) {
      case BadInputException e -> new Failure(ExitCode.BAD_INPUT, message(e), false);
      case InvalidOptionException e -> new Failure(ExitCode.BAD_INPUT, message(e, options), false);
      case CheckFailedException e -> new Failure(ExitCode.FOUND, all(e), false);
      case RefusedException e -> new Failure(ExitCode.BAD_INPUT, message(e, options), false);
      case GasException e -> new Failure(ExitCode.FAILED, message(e), false);
      case UncheckedIOException e -> ofCause(e.getCause(), options);
      case FileSystemException e when e.getFile() != null ->
          new Failure(ExitCode.FAILED, e.getFile() + ": " + Reason.of(e), false);
      case IOException e -> new Failure(ExitCode.FAILED, message(e), false);
      case StackOverflowError e ->
          new Failure(
              ExitCode.FAILED,
              "StackOverflowError: "
                  + (e.getMessage() == null
                      ? "the stack of a thread is exhausted"
                      : e.getMessage()),
              false);
      case OutOfMemoryError e when isOfThreads(e) ->
          new Failure(ExitCode.BAD_INPUT, noThread(), false);
      case OutOfMemoryError e ->
          new Failure(
              ExitCode.FAILED,
              message(e) + ": more memory for Java is had with TEMOTO_JAVA_OPTS=-Xmx...",
              false);
      default -> new Failure(ExitCode.FAILED, INTERNAL + cause, true);
    };
  }

  /** The same of a program of the user, of which {@code thrown} is. */
  Failure ofProgram(Throwable thrown) {
    return internal
        ? new Failure(exitCode, line.replace(INTERNAL, "the program has failed: "), true)
        : new Failure(exitCode, line, isOfCall(innermost(thrown)));
  }

  /**
   * Tells whether a call of the program has failed, to global memory, of a file or too deep, whose
   * line is wanted. What the task runtime finds is no mistake of the line at which it finds it;
   * only recursion of tasks may reach its end anywhere.
   */
  private static boolean isOfCall(Throwable cause) {
    if (isOfValue(cause)) {
      return frames(cause, true).anyMatch(Failure::isOfProgram);
    }
    boolean isTooDeep = cause instanceof StackOverflowError;
    boolean isOption = cause instanceof InvalidOptionException;
    boolean hasLine =
        isTooDeep
            || isOption
            || cause.getClass() == GasException.class
            || cause instanceof IOException
            || cause instanceof UncheckedIOException;
    return hasLine
        && Arrays.stream(cause.getStackTrace())
            .takeWhile(frame -> !isBelowProgram(frame))
            .filter(frame -> isOfProgram(frame) || !isTooDeep && !isOption && isOfTasks(frame))
            .findFirst()
            .filter(Failure::isOfProgram)
            .isPresent();
  }

  /** Tells whether a task, a kernel or a record is refused, at the line that forks or takes it. */
  private static boolean isOfValue(Throwable cause) {
    return cause instanceof RefusedException
        && Arrays.stream(cause.getStackTrace())
            .limit(1)
            .map(StackTraceElement::getClassName)
            .anyMatch(name -> VALUES.stream().anyMatch(name::startsWith));
  }

  /** Calls of the program's main method, and of its command, stand below all that is its own. */
  private static boolean isBelowProgram(StackTraceElement frame) {
    return frame.getClassName().equals(UserProgram.class.getName())
        || frame.getClassName().equals(ProgramCommand.class.getName());
  }

  /** Tells a line of the program, or of its libraries, from those of the JDK and Temoto. */
  private static boolean isOfProgram(StackTraceElement frame) {
    String module = frame.getModuleName();
    boolean isOfJdk = module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    return !isOfJdk && !frame.getClassName().startsWith("org.temoto.");
  }

  private static boolean isOfTasks(StackTraceElement frame) {
    return frame.getClassName().startsWith("org.temoto.task.");
  }

  /** Tells whether it is the JVM's word for a thread that the kernel refuses. */
  private static boolean isOfThreads(OutOfMemoryError e) {
    return message(e).contains("native thread");
  }

  private static String noThread() {
    List<String> limits = new ArrayList<>(ProcessLimits.threads());
    ProcessLimits.addresses()
        .ifPresent(bytes -> limits.add("ulimit -v is " + (bytes >> 10) + " KiB of addresses"));
    return "a thread could not be started: %s; raise it, or take fewer --pes or --workers"
        .formatted(limits.isEmpty() ? "the kernel has a limit" : String.join(", ", limits));
  }

  private static String all(CheckFailedException e) {
    return Stream.concat(Stream.of(message(e)), besides(e).stream())
        .collect(Collectors.joining("; the job has failed, too: "));
  }

  /** Messages of what made a checked job fail besides, if it failed: a line each. */
  static List<String> besides(CheckFailedException found) {
    return Arrays.stream(found.getSuppressed())
        .filter(each -> !(each instanceof PeFailedException))
        .map(each -> of(each).line)
        .toList();
  }

  private static String message(InvalidOptionException e, OptionNames options) {
    return options.setting(e.option(), e.value()) + " must be " + e.rule();
  }

  private static String message(RefusedException e, OptionNames options) {
    return e.fact()
        + e.option()
            .filter(options::has)
            .map(option -> " (" + OptionNames.dashed(option) + ")")
            .orElse("");
  }

  private static String message(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** {@link #line()} as it is printed. */
  String text() {
    return "temoto: " + Shown.of(line, MOST_CHARACTERS);
  }
}
