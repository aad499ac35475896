package org.temoto.apps.cli;

import java.util.List;

/** Service by which another module adds commands to {@code temoto}. */
public interface CommandProvider {
  /** New objects with picocli's annotations, each a command beside {@code sort} and {@code run}. */
  List<Object> commands();

  /** New commands below {@code run}. */
  List<ApplicationCommand<?>> programs();
}
