package org.temoto.task.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import javax.tools.SimpleJavaFileObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of marks, and of the changes that are made at them, on a source of their own. */
class MarksTest {
  private static final String SOURCE =
      """
      class Sample {
        /** Documented. */
        // mutant: member
        private boolean field = a || b && c || d;
        int method() { // mutant: choice
          if (put(i) // a comment
              == puts) {
            // mutant: inner
            /* and why */ run("} // mutant?");
          }
          return switch (field) {
            // mutant: rule
            case true -> x ? y : z;
            case false -> 0;
          };
        }
      }
      """;

  private static Marks marks(String source) throws IOException {
    return new Marks(
        List.of(SimpleJavaFileObject.forSource(URI.create("mem:///Sample.java"), source)));
  }

  private static Mutation mutation(String name, Change... changes) {
    return Mutation.of(name, "", changes);
  }

  static List<Arguments> changes() {
    String head = "if (put(i) // a comment\n        == puts) {";
    return List.of(
        Arguments.of(mutation("member", Change.never()), "a || b && c || d", "false"),
        Arguments.of(mutation("member", Change.firstOperand()), "a || b && c || d", "a"),
        Arguments.of(mutation("member", Change.before("int i;")), "private", "int i; private"),
        Arguments.of(mutation("choice", Change.replace("put", "get")), "put(i)", "get(i)"),
        Arguments.of(mutation("choice", Change.value("i < 2")), head, "if (i < 2) {"),
        Arguments.of(mutation("choice", Change.replace("put(i) == puts", "no")), head, "if (no) {"),
        Arguments.of(mutation("inner", Change.drop()), "run(\"} // mutant?\");", ""),
        Arguments.of(mutation("inner", Change.instead("go();")), "run(\"} // mutant?\");", "go();"),
        Arguments.of(mutation("rule", Change.always()), "x ?", "true ?"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void shouldChangeWhatIsMarked(Mutation mutation, String from, String to) throws IOException {
    assertThat(mutation.mutated(marks(SOURCE)).values())
        .singleElement()
        .asString()
        .isEqualToNormalizingWhitespace(SOURCE.replace(from, to));
  }

  static List<Arguments> moves() {
    return List.of(
        Arguments.of(
            mutation("moved", Change.swap(), Change.after("x();")), "2(); 1(); 3(); x(); } 4();"),
        Arguments.of(mutation("moved", Change.moveAfter(2), Change.drop()), "2(); 1(); } 4();"),
        Arguments.of(
            mutation("moved", Change.moveOut(), Change.before("x();")),
            "2(); x(); 3(); } 1(); 4();"));
  }

  @ParameterizedTest
  @MethodSource("moves")
  void shouldMoveWhatIsMarked(Mutation mutation, String expected) throws IOException {
    String calls =
        "while (a) { /**/ // mutant: moved/1\nf1(); f2(); // mutant: moved/2\nf3(); } f4();";
    String mutated =
        mutation.mutated(marks("class Sample {{" + calls + "}}")).values().iterator().next();
    assertThat(mutated.replaceAll("//.*|f", ""))
        .isEqualToNormalizingWhitespace("class Sample {{while (a) { /**/ " + expected + "}}");
  }

  static List<Arguments> refused() {
    String both = "class Sample { // mutant: one, two\n int i; }";
    List<Mutation> one = List.of(mutation("one", Change.drop()));
    List<Mutation> pair = List.of(mutation("one", Change.drop()), mutation("two", Change.drop()));
    return List.of(
        Arguments.of(both, one, "mark two has no mutant"),
        Arguments.of(both.replace("two", "six"), pair, "mutant two has no mark"),
        Arguments.of(both.replace("two", "one"), one, "mark one is there twice"),
        Arguments.of(both.replace("int i;", ""), pair, "mark one is before no statement"),
        Arguments.of(both, List.of(pair.get(1), pair.get(1)), "mutant two is there twice"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldRefuseByName(String source, List<Mutation> mutations, String message) {
    assertThatThrownBy(() -> marks(source).requireOf(mutations)).hasMessageContaining(message);
  }

  @ParameterizedTest
  @MethodSource("unsuitable")
  void shouldRefuseWhatDoesNotSuit(String name, Change change, String message) throws IOException {
    Marks marks = marks(SOURCE);
    assertThatThrownBy(() -> mutation(name, change).mutated(marks)).hasMessageContaining(message);
  }

  static List<Arguments> unsuitable() {
    return List.of(
        Arguments.of("choice", Change.replace("pu", "x"), "mutant choice: no \"pu\""),
        Arguments.of("member", Change.replace("||", "&&"), "mutant member: more than one \"||\""),
        Arguments.of("inner", Change.never(), "mutant inner: no condition or value"),
        Arguments.of("choice", Change.firstOperand(), "mutant choice: no disjunction"),
        Arguments.of("inner", Change.swap(), "mutant inner: no statement after it"));
  }
}
