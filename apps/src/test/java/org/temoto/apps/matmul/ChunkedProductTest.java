package org.temoto.apps.matmul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.apps.Kernel;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;
import org.temoto.task.TaskContext;
import org.temoto.task.pattern.sort.ElementType;

class ChunkedProductTest {
  private static final int ROWS = 128;

  private int asked;
  private int closed;
  private int attended;

  /** Request that is never answered. */
  private final class Asked implements Request<LocalView> {
    @Override
    public boolean isDone() {
      return false;
    }

    @Override
    public LocalView await() {
      throw new AssertionError("the task is cancelled before it waits");
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private StoredMatrix matrix() {
    GlobalMemory memory =
        fake(
            GlobalMemory.class,
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "pageSize" -> GasOptions.MIN_PAGE_SIZE;
                  case "byteSize" -> Long.MAX_VALUE;
                  case "range", "hashCode", "toString" ->
                      InvocationHandler.invokeDefault(self, method, arguments);
                  case "localizeAsync" -> {
                    asked++;
                    yield new Asked();
                  }
                  default -> throw new AssertionError(method);
                });
    return StoredMatrix.of(memory, ROWS, ROWS, ROWS, ElementType.FLOAT64);
  }

  private TaskContext cancelledAt(int attend) {
    return fake(
        TaskContext.class,
        (_, method, _) -> {
          if (method.getName().equals("attend") && ++attended == attend) {
            throw new CancellationException("at attend " + attend);
          }
          return null;
        });
  }

  /** It attends before the block of B and before each of the two of A. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldCloseWhatItHasAskedForWhereItIsCancelled(int attend) {
    MultiplyPlan plan =
        new MultiplyPlan(
            ElementType.FLOAT64, ROWS, ROWS, ROWS, Kernel.FAST, MatmulMethod.CHUNKED, true);
    ChunkedProduct product = new ChunkedProduct(matrix(), matrix(), matrix(), plan, false);
    assertThatThrownBy(() -> product.run(cancelledAt(attend)))
        .isInstanceOf(CancellationException.class);
    assertThat(asked).isEqualTo(attend - 1);
    assertThat(closed).isEqualTo(asked);
  }
}
