package org.temoto.apps.fib;

import java.util.Map;
import org.temoto.apps.suite.Search;

/** A Fibonacci number by its definition, verified by addition. */
public record FibProblem(Fib root) implements Search<Long> {
  @Override
  public String name() {
    return "fib";
  }

  @Override
  public Map<String, Object> parameters() {
    return Map.of("n", root.n());
  }

  @Override
  public Long sequential() {
    return Fib.byCalls(root.n());
  }

  @Override
  public boolean isRight(Long answer) {
    return answer == Fib.expected(root.n());
  }
}
