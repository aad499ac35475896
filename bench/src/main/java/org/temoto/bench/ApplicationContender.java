package org.temoto.bench;

import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.GasOptions;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.task.RuntimeOptions;

/** An application of {@code temoto run} by tasks on a simulated job, verified in every round. */
final class ApplicationContender implements Contender {
  private final Application<?> application;
  private final int pes;
  private final int workers;
  private final OpenJob job;
  private long remoteSteals;
  private long bytes;
  private long migrations;

  ApplicationContender(Application<?> application, int pes, int workers, Network network) {
    this.application = application;
    this.pes = pes;
    this.workers = workers;
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend("simulated")
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withNetwork(network));
    job = new OpenJob(options.withPes(pes).withWorkers(workers), RuntimeOptions.DEFAULT);
  }

  @Override
  public String name() {
    return pes + " PE x " + workers;
  }

  @Override
  public double round() {
    Outcome<?> outcome = job.call((space, runtime) -> application.run(space, runtime));
    if (!outcome.verified()) {
      throw new IllegalStateException(application.name() + " on " + name() + ": wrong result");
    }
    Measurement<?> measurement = outcome.measurement();
    remoteSteals += measurement.tasks().remoteSteals();
    bytes += measurement.gas().bytesFetched() + measurement.gas().bytesCommitted();
    migrations += measurement.gas().pageMigrations();
    return measurement.seconds();
  }

  int allWorkers() {
    return pes * workers;
  }

  /** Steals between PEs in all rounds, those of the warm-up included. */
  long remoteSteals() {
    return remoteSteals;
  }

  /** Bytes between PEs in all rounds, those of migrating pages of {@code pageBytes} included. */
  long bytes(long pageBytes) {
    return bytes + migrations * pageBytes;
  }

  @Override
  public void close() {
    job.close();
  }
}
