package org.temoto.apps.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Limits under which the kernel has this process; each call reads them anew. */
public final class ProcessLimits {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Path GROUPS = Path.of("/proc/self/cgroup");
  private static final Path GROUP_ROOT = Path.of("/sys/fs/cgroup");
  private static final String ROOT = "root";

  private ProcessLimits() {}

  /** Limits on processes and threads, for people: nothing where only memory limits. */
  public static List<String> threads() {
    List<String> limits = new ArrayList<>();
    processes().ifPresent(most -> limits.add("ulimit -u is " + most + " for all of this user"));
    pids().ifPresent(most -> limits.add("pids.max of the cgroup is " + most));
    return limits;
  }

  /** Processes and threads of all of this user; the kernel does not count root's. */
  static OptionalLong processes() {
    return System.getProperty("user.name").equals(ROOT)
        ? OptionalLong.empty()
        : limit("Max processes", false);
  }

  /** Bytes of addresses. */
  public static OptionalLong addresses() {
    return limit("Max address space", false);
  }

  /** Open files: a JVM takes what it may. */
  static OptionalLong files() {
    return limit("Max open files", true);
  }

  /** Empty where there is no limit. */
  private static OptionalLong limit(String name, boolean hard) {
    return lines(LIMITS).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip().split(" +", -1)[hard ? 1 : 0])
        .filter(value -> !value.equals("unlimited"))
        .mapToLong(Long::parseLong)
        .findFirst();
  }

  /** Processes and threads of the cgroups in which this process is: the least of their limits. */
  static OptionalLong pids() {
    return lines(GROUPS).stream()
        .map(line -> line.split(":", 3))
        .filter(group -> group[1].isEmpty() || List.of(group[1].split(",", -1)).contains("pids"))
        .flatMap(ProcessLimits::folders)
        .flatMap(folder -> lines(folder.resolve("pids.max")).stream())
        .filter(value -> !value.equals("max"))
        .mapToLong(Long::parseLong)
        .min();
  }

  /** From the group up; in a container the path is that of the host, and the top has the limits. */
  private static Stream<Path> folders(String[] group) {
    Path top = group[1].isEmpty() ? GROUP_ROOT : GROUP_ROOT.resolve("pids");
    Path own = top.resolve(group[2].substring(1));
    return Stream.iterate(own, folder -> folder.startsWith(top), Path::getParent);
  }

  private static List<String> lines(Path file) {
    if (!Files.isReadable(file)) {
      return List.of(); // another kernel, or another kind of cgroup
    }
    try {
      // The path of a group may be of any bytes.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of(); // it has gone meanwhile
    }
  }
}
