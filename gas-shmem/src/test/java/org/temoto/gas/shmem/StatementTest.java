package org.temoto.gas.shmem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.EngineOptions.Feature;
import org.temoto.gas.GasOptions;
import org.temoto.task.RuntimeOptions;

class StatementTest {
  private static final GasOptions OPTIONS = GasOptions.DEFAULT.withBackend("shmem");
  private static final Statement FIRST = statement("node1", cores(0, 4), OPTIONS);

  private static Statement statement(String host, BitSet cores, GasOptions options) {
    return Statement.of(host, "boot", cores, options);
  }

  private static BitSet cores(int from, int to) {
    BitSet cores = new BitSet();
    cores.set(from, to);
    return cores;
  }

  @Test
  void shouldSurviveItsText() {
    assertThat(Statement.parse(FIRST.text())).isEqualTo(FIRST);
    assertThat(FIRST.text().length()).isLessThan(ControlLayout.TEXT_BYTES);
  }

  @Test
  void shouldTellLongValuesApart() {
    String folder = "a".repeat(4000);
    Statement one = traced(folder + "Aa");
    assertThat(Statement.parse(one.text())).isEqualTo(one);
    assertThat(one.text().length()).isLessThan(ControlLayout.TEXT_BYTES);
    assertThat(traced(folder + "Aa").difference(one)).isEmpty();
    assertThat(traced(folder + "BB").difference(one)) // String.hashCode() is the same
        .hasValueSatisfying(
            text -> assertThat(text).startsWith("traceFolder=Optional[aaa").contains("... (4012 "));
  }

  /** The backend's name is as long on both, and only one of them has to shorten it. */
  @Test
  void shouldNameTheValueThatDiffers() {
    GasOptions options = OPTIONS.withBackend("b".repeat(60));
    Statement shortened = traced(options, "t".repeat(4000));
    assertThat(shortened.facts().get("backend")).contains("...");
    assertThat(shortened.difference(traced(options, "t")))
        .hasValueSatisfying(text -> assertThat(text).startsWith("traceFolder="));
    assertThat(traced(options, "t").difference(shortened))
        .hasValueSatisfying(text -> assertThat(text).startsWith("traceFolder="));
  }

  /** Wherever a cut falls, the value has to be the same after its way. */
  @Test
  void shouldSurviveItsTextWithLinesAndPairsOfCharacters() {
    for (int i = 30; i < 50; i++) {
      String pairs = "a".repeat(i) + "\uD83D\uDE00".repeat(1000);
      for (String folder : List.of(pairs, "a".repeat(i) + "\nb", "\n" + pairs)) {
        Statement statement = traced(folder);
        String arrived = new String(statement.text().getBytes(UTF_8), UTF_8);
        assertThat(Statement.parse(arrived)).isEqualTo(statement);
        assertThat(traced(folder + "\n").difference(statement)).isPresent();
      }
    }
  }

  private static Statement traced(String folder) {
    return traced(OPTIONS, folder);
  }

  private static Statement traced(GasOptions options, String folder) {
    return statement(
        "node1",
        cores(0, 4),
        options.with(RuntimeOptions.DEFAULT.withTraceFolder(Path.of(folder))));
  }

  @Test
  void shouldReadThatNothingWasStated() {
    Statement nothing = Statement.parse("");
    assertThat(nothing.host()).isEmpty();
    assertThat(nothing.sharesCores(FIRST)).isFalse();
  }

  @Test
  void shouldSayWhetherProcessesMayUseTheSameCore() {
    assertThat(FIRST.sharesCores(statement("node1", cores(3, 8), OPTIONS))).isTrue();
    assertThat(FIRST.sharesCores(statement("node1", cores(4, 8), OPTIONS))).isFalse();
    assertThat(FIRST.sharesCores(statement("node2", cores(0, 4), OPTIONS))).isFalse();
    Statement unknown = statement("node1", new BitSet(), OPTIONS);
    assertThat(Statement.parse(unknown.text()).sharesCores(FIRST)).isFalse();
  }

  @Test
  void shouldTellHostsOfOneNameApart() {
    Statement other = Statement.of("node1", "another boot", cores(0, 4), OPTIONS);
    assertThat(FIRST.sharesHost(statement("node1", cores(4, 8), OPTIONS))).isTrue();
    assertThat(FIRST.sharesHost(statement("node2", cores(0, 4), OPTIONS))).isFalse();
    assertThat(FIRST.sharesHost(other)).isFalse();
    assertThat(FIRST.sharesCores(other)).isFalse();
  }

  /** An option that is code has another text in every process. */
  @Test
  void shouldCompareWhatRuntimesHaveButTheirCode() {
    GasOptions one = OPTIONS.with(RuntimeOptions.DEFAULT.withFailedTrace(trace -> {}));
    GasOptions other = OPTIONS.with(RuntimeOptions.DEFAULT.withFailedTrace(System.out::println));
    Statement first = statement("node1", cores(0, 4), one);
    assertThat(statement("node2", cores(0, 4), other).difference(first)).isEmpty();
    GasOptions traced = OPTIONS.with(RuntimeOptions.DEFAULT.withTraceFolder(Path.of("t")));
    assertThat(statement("node2", cores(0, 4), traced).difference(first))
        .hasValueSatisfying(text -> assertThat(text).contains("traceFolder=Optional[t] here"));
  }

  @Test
  void shouldNameASwitchOfTheEngineAsTheUserDoes() {
    GasOptions checked = OPTIONS.with(EngineOptions.DEFAULT.with(Feature.USE_AFTER_CLOSE_CHECKS));
    GasOptions unchecked =
        OPTIONS.with(EngineOptions.DEFAULT.without(Feature.USE_AFTER_CLOSE_CHECKS));
    Statement first = statement("node1", cores(0, 4), unchecked);
    assertThat(statement("node2", cores(0, 4), checked).difference(first))
        .hasValueSatisfying(text ->
            assertThat(text)
                .startsWith(
                    "-Dtemoto.useAfterCloseChecks=true here, but"
                        + " -Dtemoto.useAfterCloseChecks=false at PE 0"));
  }

  @Test
  void shouldNotMindAnotherHost() {
    assertThat(statement("node2", cores(0, 4), OPTIONS).difference(FIRST)).isEmpty();
  }

  @Test
  void shouldNameTheOptionThatDiffers() {
    Statement other = statement("node2", cores(0, 4), OPTIONS.withWorkers(7));
    assertThat(other.difference(FIRST))
        .hasValue(
            "workers=7 here, but workers=1 at PE 0 on host node1; start all PEs with the same"
                + " options");
  }

  @Test
  void shouldNameAGroupThatOnlyOneOfTwoHas() {
    Statement with = traced("t");
    assertThat(with.difference(FIRST))
        .hasValueSatisfying(
            text -> assertThat(text).contains(" here, but ").contains(" is not set at PE 0"));
    assertThat(FIRST.difference(with))
        .hasValueSatisfying(
            text -> assertThat(text).contains(" is not set here, but ").contains(" at PE 0"));
  }

  @Test
  void shouldSayWhereAHeapMayComeFrom() {
    Statement other = statement("node2", cores(0, 4), OPTIONS.withHeapBytes(1 << 20));
    assertThat(other.difference(FIRST)).get().asString().contains("SHMEM_SYMMETRIC_SIZE");
  }
}
