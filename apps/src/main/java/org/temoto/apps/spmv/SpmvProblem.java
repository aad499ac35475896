package org.temoto.apps.spmv;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.TaskRuntime;

/**
 * The power iteration with a sparse matrix in global memory, by one strand of each PE; verified by
 * plain Java, bit by bit.
 *
 * @param iterations at least 1
 */
public record SpmvProblem(MatrixSource source, int iterations)
    implements Application<SpmvProblem.Answer> {
  /**
   * Result of an iteration.
   *
   * @param largest the largest absolute value of {@code A x}, where that of x is 1: an estimate of
   *     the largest eigenvalue
   * @param pieces ranges of x that the rows of all PEs gather in an iteration
   * @param zeroAfter how many iterations the vector is zero, after which there is nothing to do;
   *     empty if it is not
   */
  public record Answer(double largest, long pieces, OptionalInt zeroAfter) {}

  public SpmvProblem {
    if (iterations < 1) {
      throw new InvalidOptionException("iterations", iterations, "at least 1");
    }
  }

  @Override
  public String name() {
    return "spmv";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>(source.parameters());
    parameters.put("nonzeros", source.nonzeros());
    parameters.put("iterations", iterations);
    return parameters;
  }

  @Override
  public long dataBytes() {
    return source.nonzeros() * (Integer.BYTES + Double.BYTES)
        + source.n() * (Integer.BYTES + 2L * Double.BYTES);
  }

  @Override
  public Outcome<Answer> run(GlobalAddressSpace space, TaskRuntime runtime) {
    CsrMatrix matrix = source.matrix();
    try (PowerIteration iteration = new PowerIteration(space, matrix)) {
      Measurement<Void> done =
          Measurement.of(
              space,
              runtime,
              () -> {
                iteration.run(iterations);
                return null;
              });
      Answer answer =
          new Answer(iteration.growth(), space.sum(iteration.pieces())[0], iteration.zeroAfter());
      boolean right = space.pe() == 0 && isRight(matrix, iteration);
      return new Outcome<>(done.withResult(answer), space.broadcast(right ? 1 : 0) != 0);
    }
  }

  private boolean isRight(CsrMatrix matrix, PowerIteration iteration) {
    PlainPower plain = new PlainPower(matrix);
    plain.run(iterations);
    return iteration.isEqual(plain.vector()) && iteration.growth() == plain.growth();
  }

  @Override
  public double sequentialSeconds() {
    PlainPower plain = new PlainPower(source.matrix());
    long start = System.nanoTime();
    plain.run(iterations);
    return (System.nanoTime() - start) / 1e9;
  }

  @Override
  public Map<String, Object> fields(Answer answer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("result", answer.largest());
    fields.put("pieces", answer.pieces());
    fields.put("zeroAfter", answer.zeroAfter().isEmpty() ? null : answer.zeroAfter().getAsInt());
    return fields;
  }
}
