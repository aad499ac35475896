package org.temoto.task.collective;

/**
 * Algorithm that adds the nodes of PE {@code builder.rank()} to its graph. Called for every PE of
 * the job on every PE, so that what does not match is found before anything is sent; the same
 * arguments have the same outcome everywhere.
 */
@FunctionalInterface
public interface GraphDefinition {
  void define(GraphBuilder builder);
}
