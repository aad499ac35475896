package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.temoto.gas.shmem.bindings.OpenShmem;

/**
 * Tests that compare the checked-in bindings with the {@code shmem.h} that is installed, and with
 * themselves.
 */
class HeaderDriftTest {
  private static final Map<String, Method> METHODS =
      Arrays.stream(OpenShmem.class.getMethods())
          .filter(method -> method.getDeclaringClass() == OpenShmem.class)
          .collect(Collectors.toMap(Method::getName, Function.identity(), (a, b) -> a));

  @Test
  void shouldBindEverySymbolAskedFor() throws Exception {
    List<String> functions = GeneratedSource.symbols("function");
    assertThat(functions).isNotEmpty();
    assertThat(METHODS.keySet())
        .containsAll(functions)
        .containsAll(GeneratedSource.symbols("constant"))
        .containsAll(GeneratedSource.symbols("var"));
    assertThat(GeneratedSource.functions().keySet()).containsExactlyInAnyOrderElementsOf(functions);
  }

  @Test
  void shouldCallInJavaWhatTheCSignatureSays() throws Exception {
    for (GeneratedSource.Function function : GeneratedSource.functions().values()) {
      Method method = METHODS.get(function.name());
      assertThat(method.getReturnType())
          .as(function.declaration())
          .isEqualTo(javaType(function.returned()));
      assertThat(method.getParameterTypes())
          .as(function.declaration())
          .containsExactly(
              function.parameters().stream().map(HeaderDriftTest::javaType).toArray(Class[]::new));
    }
  }

  /** The Java type that carries a C type; {@code declared} may end with a parameter's name. */
  private static Class<?> javaType(String declared) {
    if (declared.contains("*") || declared.startsWith("shmem_ctx_t")) {
      return MemorySegment.class;
    }
    return switch (declared.split(" ", -1)[0]) {
      case "void" -> void.class;
      case "int" -> int.class;
      case "long", "size_t", "ptrdiff_t", "int64_t", "uint64_t" -> long.class;
      default -> throw new AssertionError("no rule for the C type of " + declared);
    };
  }

  @Nested
  class WithTheInstalledHeader {
    private final HeaderCheck check = new HeaderCheck();

    @BeforeEach
    void needsTheCompiler() {
      Evidence.requireOpenShmem();
    }

    @Test
    void shouldHaveItsConstants() throws Exception {
      List<String> names = GeneratedSource.symbols("constant");
      assertThat(names).isNotEmpty();
      for (String name : names) {
        check.constant(name, ((Number) METHODS.get(name).invoke(null)).longValue());
      }
      assertThat(check.compile()).isEmpty();
    }

    @Test
    void shouldHaveItsSignatures() throws Exception {
      GeneratedSource.functions().values().forEach(f -> check.declaration(f.declaration()));
      check.declaration("extern shmem_ctx_t oshmem_ctx_default;");
      assertThat(check.compile()).isEmpty();
    }

    @Test
    void shouldNoticeAConstantThatDrifted() throws Exception {
      check.constant("SHMEM_THREAD_MULTIPLE", OpenShmem.SHMEM_THREAD_MULTIPLE() + 1);
      assertThat(check.compile()).contains("SHMEM_THREAD_MULTIPLE");
    }

    @Test
    void shouldNoticeASignatureThatDrifted() throws Exception {
      GeneratedSource.Function function = GeneratedSource.functions().get("shmem_my_pe");
      check.declaration(function.declaration().replace("int ", "long "));
      assertThat(check.compile()).contains("shmem_my_pe");
    }
  }
}
