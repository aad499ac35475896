package org.temoto.apps.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.temoto.apps.doctor.Check;
import org.temoto.apps.doctor.Doctor;
import org.temoto.apps.report.Json;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that tells what this machine can do and what to fix. */
@Command(
    name = "doctor",
    description =
        "Looks at JDK, machine and backends; each line is ok, or a warning or failure with the mend."
            + " A failure, with which no job can run, has exit code 1.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean json;

  @Option(
      names = "--progress-interval",
      paramLabel = "auto|off|TIME",
      converter = Converters.Progress.class,
      description = "Of the job on a cluster that is looked at; as for sort.")
  private ProgressThread progress = ProgressThread.WHERE_NEEDED;

  @Option(
      names = "--measure",
      description =
          "Also tell how a simulated network is made like that of the job, or, without oshrun, like"
              + " the memory of this machine.")
  private boolean measure;

  @Override
  public Integer call() {
    List<Check> checks = Doctor.examine(progress, measure);
    if (!checks.isEmpty()) { // else PE 0 prints them
      print(checks);
    }
    return checks.stream().anyMatch(Check::isFailure) ? ExitCode.FAILED : ExitCode.OK;
  }

  private void print(List<Check> checks) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      boolean ok = checks.stream().allMatch(Check::ok);
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("command", "doctor");
      fields.put("ok", ok);
      fields.put("checks", checks.stream().map(DoctorCommand::fields).toList());
      out.println(Json.line(fields));
    } else {
      checks.forEach(check -> out.println(check.line()));
    }
  }

  private static Map<String, Object> fields(Check check) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", check.name());
    fields.put("status", check.status());
    fields.put("detail", check.detail());
    fields.put("mend", check.mend());
    return fields;
  }
}
