package org.temoto.apps.cli;

import picocli.CommandLine.Command;

@Command(name = "doctor")
final class DoctorCommand implements Runnable {
  @Override
  public void run() {}
}
