package org.temoto.apps.cli;

import org.temoto.apps.fib.Fib;
import org.temoto.apps.fib.FibProblem;
import org.temoto.apps.suite.Application;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that runs {@link FibProblem}. */
@Command(
    name = "fib",
    description = "Fibonacci number --n by its definition: nothing but forks and joins.",
    customSynopsis = "temoto run fib [OPTIONS]",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class FibCommand extends ApplicationCommand<Long> {
  @Option(
      names = "--n",
      paramLabel = "N",
      description = "From 0 to " + Fib.MAX + " (default: ${DEFAULT-VALUE}).")
  private int n = 30;

  @Override
  protected Application<Long> application() {
    return new FibProblem(new Fib(n));
  }
}
