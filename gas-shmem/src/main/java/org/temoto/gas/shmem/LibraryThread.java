package org.temoto.gas.shmem;

import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The thread on which the library begins and ends, as OpenSHMEM asks for at every thread level, and
 * on which a PE sets up what its channels need. At level FUNNELED it is the only one that may call
 * the library, and carries out the requests of all channels: one of each in turn, so that none
 * waits for more than one of each other.
 *
 * <p>After the communication thread of Tascell (docs/decisions/0004): nothing that it does waits
 * for a strand of this PE, so it cannot take part in a deadlock.
 */
final class LibraryThread {
  private static final int SPINS = 200;
  private static final int YIELDS = 100;
  private static final long FOREVER = Long.MAX_VALUE;

  private final Thread thread = new Thread(this::run, "temoto-shmem-library");
  private final Queue<Runnable> calls = new ConcurrentLinkedQueue<>();

  /** Volatile: replaced as a whole when channels come and go. */
  private volatile RequestQueue[] queues = {};

  /** Volatile: set before the last look at the queues, looked at after a request was posted. */
  private volatile boolean asleep;

  /** Service to other PEs between requests. Volatile: seen by the thread in its next round. */
  private volatile Optional<Service> service = Optional.empty();

  /** Service to other PEs between requests, and at least after each interval. */
  private record Service(LibraryThread thread, Runnable call, long intervalNanos)
      implements Serving {
    @Override
    public void close() {
      thread.service = Optional.empty();
      thread.run(() -> {}); // after which no call of the service is under way
    }
  }

  LibraryThread() {
    thread.setDaemon(true); // the process ends when its own threads have
    thread.start();
  }

  Thread thread() {
    return thread;
  }

  /** Runs {@code call} on the thread, waits for its end and returns or throws what it does. */
  <T> T call(Supplier<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    calls.add(() -> {
      try {
        result.complete(call.get());
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e);
      }
    });
    wake();
    return join(result);
  }

  /** As {@link #call}. */
  void run(Runnable call) {
    call(() -> {
      call.run();
      return null;
    });
  }

  private static <T> T join(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    }
  }

  /** Has {@code call} made on the thread again and again, until the result is closed. */
  Serving serveOthers(Runnable call, long intervalNanos) {
    Service started = new Service(this, call, intervalNanos);
    service = Optional.of(started);
    wake();
    return started;
  }

  /** Carries out the requests of {@code queue} from now on. */
  synchronized void serve(RequestQueue queue) {
    RequestQueue[] more = Arrays.copyOf(queues, queues.length + 1);
    more[queues.length] = queue;
    queues = more;
  }

  /** Wakes the thread if it sleeps: there is something to do. */
  void wake() {
    if (asleep) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    for (int idle = 0; ; idle++) {
      service.ifPresent(one -> one.call().run());
      if (work()) {
        idle = 0;
      } else if (idle < SPINS) {
        Thread.onSpinWait();
      } else if (idle < SPINS + YIELDS) {
        Thread.yield();
      } else {
        sleep();
      }
    }
  }

  private boolean work() {
    boolean worked = false;
    for (RequestQueue queue : queues) {
      worked |= queue.carryOut();
    }
    Runnable call = calls.poll();
    if (call != null) {
      call.run();
    }
    return worked || call != null;
  }

  private void sleep() {
    asleep = true;
    if (!hasWork()) {
      LockSupport.parkNanos(this, service.map(Service::intervalNanos).orElse(FOREVER));
    }
    asleep = false;
  }

  private boolean hasWork() {
    for (RequestQueue queue : queues) {
      if (queue.hasWork()) {
        return true;
      }
    }
    return !calls.isEmpty();
  }
}
