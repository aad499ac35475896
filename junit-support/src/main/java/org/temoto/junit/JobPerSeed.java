package org.temoto.junit;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/** Extension that makes the jobs of a method with {@link TemotoTest}: one for each seed. */
final class JobPerSeed implements TestTemplateInvocationContextProvider {
  /** Property of the JVM, or configuration parameter of JUnit, that sets the seed. */
  static final String SEED = "temoto.seed";

  private static final int SEEDS = 5;

  /** For JUnit. */
  JobPerSeed() {}

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), TemotoTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    requireParametersOfPrograms(method);
    TemotoTest test = AnnotationSupport.findAnnotation(method, TemotoTest.class).orElseThrow();
    GasOptions options = options(test);
    return seeds(test, context.getConfigurationParameter(SEED), options.seed())
        .mapToObj(seed -> new TestJob(options.withSeed(seed)));
  }

  private static void requireParametersOfPrograms(Method method) {
    String rule = ": it takes a GlobalAddressSpace, a TaskRuntime, or both";
    if (method.getParameterCount() == 0) {
      throw new ExtensionConfigurationException(
          "method %s has no parameter%s".formatted(method.getName(), rule));
    }
    for (Parameter parameter : method.getParameters()) {
      if (parameter.getType() != GlobalAddressSpace.class
          && parameter.getType() != TaskRuntime.class) {
        throw new ExtensionConfigurationException(
            "method %s has a parameter of type %s%s"
                .formatted(method.getName(), parameter.getType().getSimpleName(), rule));
      }
    }
  }

  private static GasOptions options(TemotoTest test) {
    require(test.timeoutSeconds() >= 0, "timeoutSeconds", test.timeoutSeconds(), "at least 0");
    return GasOptions.DEFAULT
        .withBackend("simulated")
        .withPes(test.pes())
        .withWorkers(test.workers())
        .withPageSize(test.pageSize())
        .with(
            SimulationOptions.DEFAULT
                .withSchedule(test.schedule())
                .withCosts(Costs.MODELLED)
                .withRaceChecker(test.checker()))
        .with(
            RuntimeOptions.DEFAULT.withTimeoutNanos(
                TimeUnit.SECONDS.toNanos(test.timeoutSeconds())));
  }

  /**
   * The seeds of the jobs.
   *
   * @param wanted the one that is to be repeated
   * @param any what threads run with
   */
  private static LongStream seeds(TemotoTest test, Optional<String> wanted, long any) {
    boolean isCounted = test.seeds() != TemotoTest.SEEDS_OF_SCHEDULE;
    require(!isCounted || test.seeds() >= 1, "seeds", test.seeds(), "at least 1");
    if (test.schedule() == Schedule.THREADS) {
      String rule = "left out with schedule=THREADS, which no seed repeats";
      require(!isCounted, "seeds", test.seeds(), rule);
      require(wanted.isEmpty(), SEED, wanted.orElse(""), rule);
      return LongStream.of(any);
    }
    return wanted
        .map(seed -> LongStream.of(parsed(seed)))
        .orElseGet(() -> LongStream.rangeClosed(1, isCounted ? test.seeds() : SEEDS));
  }

  private static long parsed(String seed) {
    try {
      return Long.parseLong(seed.strip());
    } catch (NumberFormatException e) {
      throw new InvalidOptionException(SEED, seed, "an integer of 64 bits");
    }
  }

  private static void require(boolean holds, String name, Object value, String rule) {
    if (!holds) {
      throw new InvalidOptionException(name, value, rule);
    }
  }
}
