package org.temoto.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.apps.BadInputException;

class SweepTest {
  private static Sweep sweep(Dimension... dimensions) {
    return new Sweep(List.of("run", "fib"), List.of(dimensions), List.of("--time=wall"));
  }

  private static List<Dimension> lists(List<Integer> lengths) {
    List<Dimension> lists = new ArrayList<>();
    for (int length : lengths) {
      String values =
          IntStream.range(0, length).mapToObj(Integer::toString).collect(Collectors.joining(","));
      lists.add(Dimension.of("--option" + lists.size(), values));
    }
    return lists;
  }

  @Property
  void shouldHaveEveryCombinationOnceInOrder(
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 6) Integer> lengths) {
    List<Dimension> lists = lists(lengths);
    Sweep sweep = sweep(lists.toArray(Dimension[]::new));
    List<SweepPoint> points = sweep.points();
    int product = lengths.stream().reduce(1, (a, b) -> a * b);
    assertThat(points).hasSize(product).hasSize(sweep.size());
    for (int i = 0; i < product; i++) {
      assertThat(points.get(i).number()).isEqualTo(i + 1);
      // The digits of i, in the mixed base of the lists, are the values of the point.
      int rest = i;
      for (int k = lists.size() - 1; k >= 0; k--) {
        assertThat(points.get(i).settings().get("--option" + k))
            .isEqualTo(Integer.toString(rest % lengths.get(k)));
        rest /= lengths.get(k);
      }
    }
  }

  @Test
  void shouldMakeTheCommandLineOfAPoint() {
    SweepPoint point =
        sweep(Dimension.of("--n", "20"), Dimension.of("--latency", "1us,2us")).points().get(1);
    assertThat(point.commandLine()).isEqualTo("temoto run fib --n=20 --latency=2us --time=wall");
    assertThat(point.label()).isEqualTo("latency 2us");
  }

  @Test
  void shouldMakeACommandLineForAShellWithTheProgramsArgumentsLast() {
    List<String> always =
        Stream.of("a b", "it's", "--x", "").map(each -> "--argument=" + each).toList();
    Sweep sweep =
        new Sweep(
            List.of("run", "program", "My Heat.java"), List.of(Dimension.of("--n", "1")), always);
    assertThat(sweep.points().getFirst().commandLine("--trace", "FILE"))
        .isEqualTo("temoto run 'My Heat.java' --n=1 --trace FILE -- 'a b' 'it'\\''s' --x ''");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,,2| --pes 1,,2: a value of the list is empty",
        "1,2,| --pes 1,2,: a value of the list is empty",
        "1,2,1| --pes 1,2,1: 1 is in the list twice; every value is simulated once"
      })
  void shouldRefuseListsThatMakeNoSense(String values, String message) {
    assertThatThrownBy(() -> Dimension.of("--pes", values))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }

  @Test
  void shouldRefuseAnEmptyValue() {
    assertThatThrownBy(() -> Dimension.of("--pes", "")).isInstanceOf(BadInputException.class);
  }

  @Test
  void shouldRefuseAnOptionThatIsGivenTwice() {
    assertThatThrownBy(() -> sweep(Dimension.of("--pes", "1"), Dimension.of("--pes", "2")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--pes is given twice");
  }

  @Test
  void shouldRefuseMorePointsThanAnybodyWaitsFor() {
    List<Dimension> lists = lists(List.of(100, 101));
    assertThatThrownBy(() -> sweep(lists.toArray(Dimension[]::new)))
        .isInstanceOf(BadInputException.class)
        .hasMessage("the lists make 10100 points together; at most 10000 are simulated");
    assertThat(sweep(lists(List.of(100, 100)).toArray(Dimension[]::new)).size()).isEqualTo(10_000);
  }

  @Test
  void shouldCompareWithTheFewestWorkersOfTheSameKind() {
    Sweep sweep =
        sweep(
            Dimension.of("--latency", "1us,2us"),
            Dimension.of("--pes", "4,2"),
            Dimension.of("--workers", "3,1"));
    List<PointResult> results = new ArrayList<>();
    for (SweepPoint point : sweep.points()) {
      int pes = Integer.parseInt(point.settings().get("--pes"));
      int workers = Integer.parseInt(point.settings().get("--workers"));
      double seconds = 12.0 / (pes * workers) + point.number();
      results.add(
          new PointResult(point, Map.of("pes", pes, "workers", workers, "seconds", seconds)));
    }
    List<Scaling> scalings = Scaling.of(results);
    assertThat(scalings.stream().map(each -> each.baseline().point().number()))
        .containsExactly(4, 4, 4, 4, 8, 8, 8, 8);
    Scaling first = scalings.getFirst(); // 12 workers, the baseline has 2
    assertThat(first.speedUp()).isEqualTo((12.0 / 2 + 4) / (12.0 / 12 + 1));
    assertThat(first.ideal()).isEqualTo(6);
    assertThat(first.efficiency()).isEqualTo(first.speedUp() / 6);
  }
}
