package org.temoto.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;

/** A simulated cluster that stays open while a benchmark's own thread is a strand of its PEs in turn. */
final class OpenCluster implements AutoCloseable {
  private final CountDownLatch close = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Thread launcher;
  private final StrandMemory[] strands;

  /** What a PE does before the measurement; every PE takes part. */
  interface SetUp {
    void run(GlobalAddressSpace space);
  }

  OpenCluster(GasOptions options, SetUp setUp) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(options.pes());
    GlobalAddressSpace[] spaces = new GlobalAddressSpace[options.pes()];
    launcher = Thread.ofPlatform().start(() -> launch(options, setUp, spaces, ready));
    ready.await();
    strands = new StrandMemory[spaces.length];
    for (int pe = 0; pe < spaces.length; pe++) {
      RuntimeSupport support = RuntimeSupport.of(spaces[pe]);
      strands[pe] = support.newStrand(support.processingElement().transport().openChannel());
      strands[pe].bind();
      strands[pe].begin(0);
    }
    become(0);
  }

  private void launch(
      GasOptions options, SetUp setUp, GlobalAddressSpace[] spaces, CountDownLatch ready) {
    try {
      GlobalAddressSpace.launch(
          options,
          space -> {
            setUp.run(space);
            spaces[space.pe()] = space;
            ready.countDown();
            awaitClose();
          });
    } catch (RuntimeException e) {
      failure.set(e);
    }
  }

  private void awaitClose() {
    try {
      close.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes the calling thread a strand of {@code pe}, and returns it. */
  StrandMemory become(int pe) {
    strands[pe].bind();
    return strands[pe];
  }

  @Override
  public void close() throws InterruptedException {
    for (StrandMemory strand : strands) {
      strand.bind();
      strand.unbind();
    }
    close.countDown();
    launcher.join();
    if (failure.get() != null) {
      throw new IllegalStateException(failure.get());
    }
  }
}
