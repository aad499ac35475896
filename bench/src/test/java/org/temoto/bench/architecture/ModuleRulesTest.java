package org.temoto.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.temoto.bench.architecture.broken.BrokenProject;

/**
 * Tests of the module rules: the project keeps them, and each rule fails on a project that breaks
 * it.
 */
class ModuleRulesTest {
  private static final String PROJECT = "org.temoto";
  private static final String BROKEN_PROJECT = BrokenProject.class.getPackageName();

  private static final JavaClasses PROJECT_CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages(PROJECT);
  private static final JavaClasses BROKEN_CLASSES =
      new ClassFileImporter().importPackages(BROKEN_PROJECT);

  /** Each rule, and the class of the broken project that breaks it. */
  private static final Map<String, Function<ModuleRules, ArchRule>> RULES =
      Map.ofEntries(
          Map.entry("gas.array.KnowsATask", ModuleRules::gasApiKnowsNobody),
          Map.entry("gas.simulated.KnowsTheEngine", ModuleRules::simulatorKnowsTheSpiOnly),
          Map.entry("gas.shmem.KnowsTheSimulator", ModuleRules::shmemKnowsTheSpiOnly),
          Map.entry("task.KnowsTheEngine", ModuleRules::taskRuntimeKnowsThePublicApiAndTheSpiOnly),
          Map.entry("task.collective.KnowsATask", ModuleRules::collectivesKnowNoTasks),
          Map.entry("task.pattern.KnowsACollective", ModuleRules::patternsKnowNoCollectives),
          Map.entry("junit.KnowsTheSpi", ModuleRules::testSupportKnowsWhatProgramsSee),
          Map.entry("apps.KnowsTestSupport", ModuleRules::nobodyKnowsTestSupport),
          Map.entry("apps.KnowsABenchmark", ModuleRules::nobodyKnowsBenchmarks),
          Map.entry("apps.KnowsTheLaboratory", ModuleRules::appsDoNotKnowTheLaboratory),
          Map.entry("apps.NamesABackend", ModuleRules::nobodyNamesABackend),
          Map.entry("apps.KnowsTheEngine", ModuleRules::nobodyKnowsTheEngine),
          Map.entry("gas.engine.KnowsABackend", ModuleRules::engineKnowsTheApiAndTheSpiOnly),
          Map.entry("gas.engine.cache.Cache", ModuleRules::enginePartsAreFreeOfCycles),
          Map.entry("task.Fabric", ModuleRules::simpleNamesAreUnique),
          Map.entry("bench.CallsTheLibrary", ModuleRules::bindingsAreForShmemOnly));

  static Stream<Named<String>> rules() {
    return RULES.keySet().stream().sorted().map(name -> Named.of(describe(name), name));
  }

  private static String describe(String breaker) {
    return RULES.get(breaker).apply(new ModuleRules(PROJECT)).getDescription();
  }

  @Test
  void shouldSeeEveryModule() {
    assertThat(PROJECT_CLASSES)
        .extracting(type -> type.getPackageName())
        .contains(
            "org.temoto.gas",
            "org.temoto.gas.spi",
            "org.temoto.gas.engine",
            "org.temoto.gas.shmem",
            "org.temoto.gas.simulated",
            "org.temoto.gas.simulated.backend",
            "org.temoto.task",
            "org.temoto.junit",
            "org.temoto.fuzz",
            "org.temoto.apps.cli",
            "org.temoto.lab.cli");
  }

  @ParameterizedTest
  @MethodSource("rules")
  void shouldBeKept(String breaker) {
    // Modules that have no code yet, or no parts yet, keep every rule.
    RULES
        .get(breaker)
        .apply(new ModuleRules(PROJECT))
        .allowEmptyShould(true)
        .check(PROJECT_CLASSES);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void shouldFailWhereBroken(String breaker) {
    ArchRule rule = RULES.get(breaker).apply(new ModuleRules(BROKEN_PROJECT));
    assertThatThrownBy(() -> rule.check(BROKEN_CLASSES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(BROKEN_PROJECT + "." + breaker);
  }
}
