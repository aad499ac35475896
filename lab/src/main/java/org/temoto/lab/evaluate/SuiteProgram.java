package org.temoto.lab.evaluate;

import java.util.ArrayList;
import java.util.List;
import org.temoto.lab.simulate.Dimension;
import org.temoto.lab.simulate.Sweep;
import org.temoto.lab.simulate.SweepPoint;

/**
 * An application of Hiraishi, Muraoka and Yasugi's suite.
 *
 * @param size options of its problem
 * @param report what the paper says of it
 */
public record SuiteProgram(String name, List<String> size, Report report) {
  /** Report of the paper on a program on more nodes. */
  public enum Report {
    GAINS,
    GAINS_NOTHING,
    NOT_THERE
  }

  /** The paper's network. */
  private static final String NETWORK = "infiniband-fdr";

  /** Programs of the paper, and the tree search that others are compared by. */
  public static final List<SuiteProgram> ALL =
      List.of(
          new SuiteProgram("fib", List.of("--n=34"), Report.GAINS),
          new SuiteProgram("nqueens", List.of("--n=11"), Report.GAINS),
          new SuiteProgram("pentomino", List.of("--board=4x15"), Report.GAINS),
          new SuiteProgram("compare", List.of("--n=10000"), Report.GAINS),
          new SuiteProgram("gravity", List.of("--n=100"), Report.GAINS),
          new SuiteProgram("lu", List.of("--n=1024"), Report.GAINS_NOTHING),
          new SuiteProgram("uts", List.of("--tree=T1"), Report.NOT_THERE));

  public SuiteProgram {
    size = List.copyOf(size);
  }

  /** A PE per worker, no cut-off, as in the paper. */
  public Sweep sweep(List<String> workers, List<String> common) {
    List<String> always = new ArrayList<>(size);
    always.add("--workers=1");
    always.add("--network=" + NETWORK);
    always.addAll(common);
    return new Sweep(List.of("run", name), List.of(new Dimension("--pes", workers)), always);
  }

  /** One worker on the wall clock, and afterwards the same in plain Java. */
  public SweepPoint sequential() {
    List<String> always = new ArrayList<>(size);
    always.addAll(
        List.of("--pes=1", "--workers=1", "--backend=simulated", "--time=wall", "--sequential"));
    return new Sweep(List.of("run", name), List.of(), always).points().getFirst();
  }
}
