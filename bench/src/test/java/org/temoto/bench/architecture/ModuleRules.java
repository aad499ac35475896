package org.temoto.bench.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Rules of names, and of the dependencies between modules: {@code bench -> apps -> task-runtime ->
 * gas-api <- gas-engine, gas-simulated, gas-shmem}, {@code lab -> apps, fuzz -> task-runtime}, and
 * {@code junit-support -> task-runtime, gas-simulated}.
 *
 * <p>The packages hang below a root that is a parameter, so that each rule can be shown to fail on
 * a small project that breaks it.
 *
 * @param root the package that stands for {@code org.temoto}
 */
record ModuleRules(String root) {
  /** Packages of the address space that a program and the task runtime may use. */
  private static final String[] PUBLIC_API = {"gas", "gas.array", "gas.spi"};

  private static final String[] ADDRESS_SPACE = {
    "gas", "gas.array..", "gas.heap..", "gas.lock..", "gas.spi.."
  };

  private static final String[] BACKENDS = {"gas.simulated..", "gas.shmem.."};

  /** The address space stands at the bottom: everything else is built on it. */
  ArchRule gasApiKnowsNobody() {
    return noClasses()
        .that(areIn(ADDRESS_SPACE))
        .should()
        .dependOnClassesThat(areIn("..").and(isNot(areIn(ADDRESS_SPACE))));
  }

  ArchRule engineKnowsTheApiAndTheSpiOnly() {
    return knowsOnly("gas.engine..", "gas", "gas.spi..", "gas.engine..");
  }

  /** A backend implements the SPI; it knows neither the engine, nor another backend, nor a user. */
  ArchRule simulatorKnowsTheSpiOnly() {
    return knowsOnly("gas.simulated..", "gas", "gas.spi..", "gas.simulated..");
  }

  ArchRule shmemKnowsTheSpiOnly() {
    return knowsOnly("gas.shmem..", "gas", "gas.spi..", "gas.cluster", "gas.shmem..");
  }

  /** The simulator simulates the code that runs on the cluster, steals included. */
  ArchRule taskRuntimeKnowsThePublicApiAndTheSpiOnly() {
    return noClasses()
        .that(areIn("task.."))
        .should()
        .dependOnClassesThat(
            areIn("..").and(isNot(areIn(PUBLIC_API).or(areIn("gas.spi.file", "task..")))));
  }

  /** Collectives travel beside tasks: the runtime moves them on, and they know nothing of it. */
  ArchRule collectivesKnowNoTasks() {
    return noClasses()
        .that(areIn("task.collective.."))
        .should()
        .dependOnClassesThat(areIn("task..").and(isNot(areIn("task.collective.."))));
  }

  /** Patterns are programs of tasks. */
  ArchRule patternsKnowNoCollectives() {
    return noClasses()
        .that(areIn("task.pattern.."))
        .should()
        .dependOnClassesThat(areIn("task.collective..", "task.deque..", "task.steal.."));
  }

  /** The command line finds the commands of the laboratory by the service loader. */
  ArchRule appsDoNotKnowTheLaboratory() {
    return noClasses().that(areIn("apps..")).should().dependOnClassesThat(areIn("fuzz..", "lab.."));
  }

  /** Programs are tested from outside: so what they see is all that a test needs. */
  ArchRule testSupportKnowsWhatProgramsSee() {
    return noClasses()
        .that(areIn("junit.."))
        .should()
        .dependOnClassesThat(
            areIn("..").and(isNot(areIn("gas", "gas.array", "gas.simulated", "task", "junit.."))));
  }

  ArchRule nobodyKnowsTestSupport() {
    return noClasses().that(isNot(areIn("junit.."))).should().dependOnClassesThat(areIn("junit.."));
  }

  ArchRule nobodyKnowsBenchmarks() {
    return noClasses()
        .that(areIn("apps..", "fuzz..", "lab..", "junit.."))
        .should()
        .dependOnClassesThat(areIn("bench.."));
  }

  /**
   * A backend is found by the service loader: only benchmarks and tests name one. Others see its
   * options.
   */
  ArchRule nobodyNamesABackend() {
    return noClasses()
        .that(isNot(areIn(BACKENDS).or(areIn("bench.."))))
        .should()
        .dependOnClassesThat(areIn(BACKENDS).and(simpleNameEndingWith("Backend")));
  }

  /** The engine is found by the service loader. */
  ArchRule nobodyKnowsTheEngine() {
    return noClasses()
        .that(isNot(areIn("gas.engine..")))
        .should()
        .dependOnClassesThat(areIn("gas.engine.."));
  }

  ArchRule enginePartsAreFreeOfCycles() {
    return slices().matching(root + ".gas.engine.(*)..").should().beFreeOfCycles();
  }

  /** A name in a message, a stack or a document tells which type is meant. */
  ArchRule simpleNamesAreUnique() {
    return classes()
        .that(areIn("gas..", "task.."))
        .and()
        .areTopLevelClasses()
        .and()
        .doNotHaveSimpleName("package-info")
        .should(ownSimpleName());
  }

  ArchRule bindingsAreForShmemOnly() {
    return noClasses()
        .that(isNot(areIn("gas.shmem..")))
        .should()
        .dependOnClassesThat(areIn("gas.shmem.bindings.."));
  }

  private ArchRule knowsOnly(String who, String... known) {
    return noClasses()
        .that(areIn(who))
        .should()
        .dependOnClassesThat(areIn("..").and(isNot(areIn(known))));
  }

  private DescribedPredicate<JavaClass> areIn(String... packages) {
    return resideInAnyPackage(Arrays.stream(packages).map(this::absolute).toArray(String[]::new));
  }

  private static DescribedPredicate<JavaClass> isNot(DescribedPredicate<JavaClass> other) {
    return DescribedPredicate.not(other);
  }

  private String absolute(String name) {
    return name.startsWith(".") ? root + name : root + "." + name;
  }

  private static ArchCondition<JavaClass> ownSimpleName() {
    return new ArchCondition<>("have a simple name of their own") {
      private final Map<String, List<JavaClass>> types = new HashMap<>();

      @Override
      public void init(Collection<JavaClass> all) {
        types.putAll(all.stream().collect(Collectors.groupingBy(ModuleRules::simpleName)));
      }

      @Override
      public void check(JavaClass type, ConditionEvents events) {
        List<JavaClass> namesakes = types.get(simpleName(type));
        events.add(
            new SimpleConditionEvent(type, namesakes.size() == 1, "same name: " + namesakes));
      }
    };
  }

  /** As sources have it: bindings are generated with names that have a {@code $}. */
  private static String simpleName(JavaClass type) {
    return type.getName().substring(type.getPackageName().length() + 1);
  }
}
