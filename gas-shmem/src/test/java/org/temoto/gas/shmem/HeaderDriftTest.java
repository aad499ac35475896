package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.temoto.gas.shmem.bindings.OpenShmem;
import org.temoto.gas.shmem.bindings.OpenShmemFunctions;

/**
 * Tests that compare the checked-in bindings with the {@code shmem.h} that is installed, and with
 * themselves. That {@link ShmemCalls} passes words in that order is left to tests under OpenSHMEM.
 */
class HeaderDriftTest {
  private static final Map<String, Method> METHODS = methods(OpenShmem.class);
  private static final Map<String, Method> FUNCTIONS = methods(OpenShmemFunctions.class);

  private static Map<String, Method> methods(Class<?> bindings) {
    return Arrays.stream(bindings.getMethods())
        .filter(method -> method.getDeclaringClass() == bindings)
        .collect(Collectors.toMap(Method::getName, Function.identity(), (a, b) -> a));
  }

  @Test
  void shouldBindEverySymbolAskedFor() throws Exception {
    assertThat(METHODS.keySet())
        .containsAll(BindingsSource.symbols("constant"))
        .containsAll(BindingsSource.symbols("var"));
    Set<String> functions = new TreeSet<>(FUNCTIONS.keySet());
    functions.removeIf(name -> name.contains("$"));
    assertThat(functions).isNotEmpty().isEqualTo(BindingsSource.functions().keySet());
  }

  @Test
  void shouldDeclareAllFunctionsByWords() throws Exception {
    for (BindingsSource.Function function : BindingsSource.functions().values()) {
      String all = function.declaration();
      assertThat(function.bound()).as(all).isEqualTo(function.name());
      assertThat(function.returned().equals("void") || isWord(function.returned()))
          .as(all)
          .isTrue();
      assertThat(function.parameters()).as(all).allMatch(HeaderDriftTest::isWord);
      List<String> words = new ArrayList<>();
      function.parameters().forEach(each -> words.add("word " + each.replaceAll(".*\\W", "")));
      while (words.size() < 6) {
        words.add("word");
      }
      assertThat(function.words()).as(all).isEqualTo(words);
      assertThat(FUNCTIONS.get(function.name()))
          .as(all)
          .returns(long.class, Method::getReturnType)
          .returns(6, method -> method.getParameterTypes().length);
    }
  }

  /** Tells whether a C type, maybe with a name behind, is a whole number or an address. */
  private static boolean isWord(String declared) {
    return declared.contains("*")
        || List.of("shmem_ctx_t", "int", "long", "size_t", "ptrdiff_t")
            .contains(declared.split(" ", -1)[0]);
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
      List<String> names = BindingsSource.symbols("constant");
      assertThat(names).isNotEmpty();
      for (String name : names) {
        check.constant(name, ((Number) METHODS.get(name).invoke(null)).longValue());
      }
      assertThat(check.compile()).isEmpty();
    }

    @Test
    void shouldHaveItsSignatures() throws Exception {
      BindingsSource.functions().values().forEach(f -> check.declaration(f.declaration()));
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
      BindingsSource.Function function = BindingsSource.functions().get("shmem_my_pe");
      check.declaration(function.declaration().replace("int ", "long "));
      assertThat(check.compile()).contains("shmem_my_pe");
    }
  }
}
