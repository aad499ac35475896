package org.temoto.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.task.TaskRuntime;
import org.temoto.task.program.Mutation;

/**
 * The evidence that the schedules can see: each step of the steal protocol that is left out of the
 * real source is found by one of them, always the same.
 */
@Timeout(60)
class ScheduleMutationTest {
  private static final int SCHEDULES = 1_500;

  static List<Mutation> mutations() {
    return ScheduleMutations.ALL;
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void shouldBeCaughtByASchedule(Mutation mutation, @TempDir Path folder) throws Exception {
    mutation.compile(folder);
    try (Mutated runtime = new Mutated(folder)) {
      String found = runtime.search();
      assertThat(found).as("%s is caught", mutation.what()).isNotNull();
      System.out.println("mutation " + mutation + ": " + found.lines().findFirst().orElseThrow());
    }
  }

  /** The task runtime once more, with the classes in a folder instead of its own. */
  private static final class Mutated extends URLClassLoader {
    private static final String PACKAGE = TaskRuntime.class.getPackageName() + ".";

    Mutated(Path folder) throws Exception {
      super(
          new URL[] {folder.toUri().toURL(), source(TaskRuntime.class), source(Mutated.class)},
          Mutated.class.getClassLoader());
    }

    private static URL source(Class<?> type) {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith(PACKAGE)) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : findClass(name);
      }
    }

    /** What the first schedule finds that finds something; null if none does. */
    String search() throws ReflectiveOperationException {
      Thread.currentThread().setContextClassLoader(this);
      try {
        Method search =
            loadClass(ScheduleSearch.class.getName())
                .getDeclaredMethod("search", long.class, long.class);
        search.setAccessible(true);
        return (String) search.invoke(null, 1L, (long) SCHEDULES);
      } finally {
        Thread.currentThread().setContextClassLoader(getParent());
      }
    }
  }
}
