package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.task.program.Mutation;

/**
 * Tests of the schedules by mutations: each step that is left out of the real source is found by
 * one of them, always the same.
 */
@Timeout(60)
class ScheduleMutationTest {
  private static final int SCHEDULES = 5_000;

  static List<Mutation> mutations() {
    return ScheduleMutations.ALL;
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void shouldBeCaughtByASchedule(Mutation mutation, @TempDir Path folder) throws Exception {
    requireCaught(mutation, folder, ScheduleSearch.class);
  }

  static List<Mutation> halves() {
    return ScheduleMutations.HALVES;
  }

  @ParameterizedTest
  @MethodSource("halves")
  void shouldBeCaughtByAScheduleWithHalves(Mutation mutation, @TempDir Path folder)
      throws Exception {
    requireCaught(mutation, folder, HalfSearch.class);
  }

  static List<Mutation> requests() {
    return ScheduleMutations.REQUESTS;
  }

  @ParameterizedTest
  @MethodSource("requests")
  void shouldBeCaughtByAScheduleWithRequests(Mutation mutation, @TempDir Path folder)
      throws Exception {
    requireCaught(mutation, folder, RequestSearch.class);
  }

  static List<Mutation> dependencies() {
    return ScheduleMutations.DEPENDENCIES;
  }

  @ParameterizedTest
  @MethodSource("dependencies")
  void shouldBeCaughtByAScheduleOfAGraph(Mutation mutation, @TempDir Path folder) throws Exception {
    requireCaught(mutation, folder, DependencyScheduleTest.class);
  }

  static List<Mutation> reuse() {
    return ScheduleMutations.REUSE;
  }

  @ParameterizedTest
  @MethodSource("reuse")
  void shouldBeCaughtByAScheduleOfRecords(Mutation mutation, @TempDir Path folder)
      throws Exception {
    requireCaught(mutation, folder, RecordReuseScheduleTest.class);
  }

  static List<Mutation> detached() {
    return ScheduleMutations.DETACHED;
  }

  @ParameterizedTest
  @MethodSource("detached")
  void shouldBeCaughtByAScheduleOfAWalk(Mutation mutation, @TempDir Path folder) throws Exception {
    requireCaught(mutation, folder, DetachedScheduleTest.class);
  }

  static List<Mutation> values() {
    return ScheduleMutations.VALUES;
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldBeCaughtByAScheduleOfValues(Mutation mutation, @TempDir Path folder) throws Exception {
    requireCaught(mutation, folder, PromiseValueScheduleTest.class);
  }

  static List<Mutation> unanswered() {
    return ScheduleMutations.UNANSWERED;
  }

  @ParameterizedTest
  @MethodSource("unanswered")
  void shouldBeCaughtByAnIterativeProgramWithRequests(Mutation mutation, @TempDir Path folder)
      throws Exception {
    requireCaught(mutation, folder, RequestedProgramSearch.class);
  }

  static List<Mutation> deaf() {
    return ScheduleMutations.DEAF;
  }

  @ParameterizedTest
  @MethodSource("deaf")
  void shouldBeCaughtByAnIterativeProgram(Mutation mutation, @TempDir Path folder)
      throws Exception {
    requireCaught(mutation, folder, IterativeProgramTest.class);
  }

  static List<Mutation> locks() {
    return ScheduleMutations.LOCKS;
  }

  @ParameterizedTest
  @MethodSource("locks")
  @Timeout(300)
  void shouldBeCaughtByAScheduleOfLocks(Mutation mutation, @TempDir Path folder) throws Exception {
    requireCaught(mutation, folder, LockScheduleTest.class);
  }

  /** {@code search} has a method of that name, which returns what is wrong with some schedule. */
  private static void requireCaught(Mutation mutation, Path folder, Class<?> search)
      throws Exception {
    mutation.compile(folder);
    try (MutatedRuntime runtime = new MutatedRuntime(folder)) {
      String found = runtime.search(search, 1, SCHEDULES);
      assertThat(found).as("%s is caught", mutation.what()).isNotNull();
      System.out.println("mutation " + mutation + ": " + found.lines().findFirst().orElseThrow());
    }
  }
}
