package org.temoto.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.Task;
import org.temoto.task.TaskRuntime;

/**
 * A simulated job that stays open: its PEs wait for the next program, so that many measurements
 * share one start. Called by one thread.
 */
final class OpenJob implements AutoCloseable {
  private final List<BlockingQueue<Order<?>>> orders = new ArrayList<>();
  private final CompletableFuture<Void> end;

  /** Program that every PE runs, in the SPMD way. */
  interface Program<T> {
    T run(GlobalAddressSpace space, TaskRuntime runtime);
  }

  /** A program and where PE 0's result goes; no program says that the job is over. */
  private record Order<T>(Program<T> program, CompletableFuture<T> result) {
    static final Order<Void> CLOSE = new Order<>(null, new CompletableFuture<>());

    void execute(GlobalAddressSpace space, TaskRuntime runtime) {
      T value = program.run(space, runtime);
      if (space.pe() == 0) {
        result.complete(value);
      }
    }
  }

  OpenJob(GasOptions options, RuntimeOptions runtimeOptions) {
    for (int pe = 0; pe < options.pes(); pe++) {
      orders.add(new LinkedBlockingQueue<>());
    }
    end = new CompletableFuture<>();
    Thread.ofPlatform().name("job").start(() -> launch(options, runtimeOptions));
  }

  private void launch(GasOptions options, RuntimeOptions runtimeOptions) {
    try {
      Temoto.launch(options, space -> serve(space, runtimeOptions));
      end.complete(null);
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  private void serve(GlobalAddressSpace space, RuntimeOptions runtimeOptions) {
    try (TaskRuntime runtime = TaskRuntime.start(space, runtimeOptions)) {
      BlockingQueue<Order<?>> own = orders.get(space.pe());
      for (Order<?> order = own.take(); order.program() != null; order = own.take()) {
        order.execute(space, runtime);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } catch (RuntimeException | Error e) {
      end.completeExceptionally(e);
      everybody(Order.CLOSE); // else the other PEs wait for ever
      throw e;
    }
  }

  private void everybody(Order<?> order) {
    orders.forEach(queue -> queue.add(order));
  }

  /** Runs {@code program} on every PE, and returns what it returned on PE 0. */
  <T> T call(Program<T> program) {
    CompletableFuture<T> result = new CompletableFuture<>();
    everybody(new Order<>(program, result));
    CompletableFuture.anyOf(result, end).join(); // a job that fails ends without a result
    if (!result.isDone()) {
      throw new IllegalStateException("the job has ended");
    }
    return result.join();
  }

  /** Runs a root task on all PEs. */
  <T> T run(Task<T> root) {
    return call((space, runtime) -> runtime.run(root));
  }

  @Override
  public void close() {
    everybody(Order.CLOSE);
    end.join();
  }
}
