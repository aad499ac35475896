package org.temoto.lab.cli;

import java.util.List;
import org.temoto.apps.cli.ApplicationCommand;
import org.temoto.apps.cli.CommandProvider;

/** Service by which {@code temoto} finds the commands of the laboratory. */
public final class LabCommands implements CommandProvider {
  @Override
  public List<Object> commands() {
    return List.of(new SimulateCommand(), new EvaluateCommand(), new FuzzCommand());
  }

  @Override
  public List<ApplicationCommand<?>> programs() {
    return List.of(new AggregationCommand());
  }
}
