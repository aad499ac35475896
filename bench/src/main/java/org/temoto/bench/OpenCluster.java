package org.temoto.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;

/**
 * A simulated cluster that stays open while a benchmark's own thread is a strand of its PEs in
 * turn. Called by one thread, but {@link #newStrand}.
 */
final class OpenCluster implements AutoCloseable {
  private final CountDownLatch close = new CountDownLatch(1);
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final GlobalAddressSpace[] spaces;
  private final StrandMemory[] strands;

  /** Program of each PE before the measurement; every PE takes part. */
  interface SetUp {
    void run(GlobalAddressSpace space);
  }

  OpenCluster(GasOptions options, SetUp setUp) {
    List<CompletableFuture<GlobalAddressSpace>> opening = new ArrayList<>();
    for (int pe = 0; pe < options.pes(); pe++) {
      opening.add(new CompletableFuture<>());
    }
    Thread.ofPlatform().name("cluster").start(() -> launch(options, setUp, opening));
    spaces = opening.stream().map(this::opened).toArray(GlobalAddressSpace[]::new);
    strands = Stream.of(spaces).map(OpenCluster::strand).toArray(StrandMemory[]::new);
    become(0);
  }

  private void launch(
      GasOptions options, SetUp setUp, List<CompletableFuture<GlobalAddressSpace>> spaces) {
    try {
      Temoto.launch(
          options,
          space -> {
            setUp.run(space);
            spaces.get(space.pe()).complete(space);
            awaitClose();
          });
      end.complete(null);
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
      close.countDown();
    }
  }

  private void awaitClose() {
    try {
      close.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private GlobalAddressSpace opened(CompletableFuture<GlobalAddressSpace> space) {
    CompletableFuture.anyOf(space, end).join(); // a cluster that fails to start has no space
    return space.resultNow();
  }

  /** Makes the calling thread one more strand of {@code pe}; it unbinds it in the end. */
  StrandMemory newStrand(int pe) {
    return strand(spaces[pe]);
  }

  private static StrandMemory strand(GlobalAddressSpace space) {
    RuntimeSupport support = RuntimeSupport.of(space);
    StrandMemory strand = support.newStrand(support.processingElement().transport().openChannel());
    strand.bind();
    strand.begin(0);
    return strand;
  }

  /** Makes the calling thread a strand of {@code pe}, and returns it. */
  StrandMemory become(int pe) {
    strands[pe].bind();
    return strands[pe];
  }

  @Override
  public void close() {
    for (StrandMemory strand : strands) {
      strand.bind();
      strand.unbind();
    }
    close.countDown();
    end.join();
  }
}
