package org.temoto.lab.cli;

import java.util.List;
import org.temoto.apps.cli.OptionsInMessages;
import picocli.CommandLine;

/** Tests of the messages of the laboratory and of its program. */
class OptionsInLabMessagesTest extends OptionsInMessages {
  OptionsInLabMessagesTest() {
    super(List.of("fuzz", "lab"), 10, List.of("repeat", "keys", "levels"), 30);
  }

  @Override
  protected List<List<String>> jobs(CommandLine all) {
    return List.of(List.of("run", "aggregation"));
  }
}
