package org.temoto.bench.shmem;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import org.temoto.apps.cli.Main;
import org.temoto.apps.report.StartLine;

/**
 * Server on each PE of a {@link CommandJob}: runs commands, one after the other, that it reads from
 * a socket of this machine; asleep in between. Their timing begins when the compilers of all PEs
 * rest. It answers with what the command printed, which is nothing on all PEs but the first. A
 * command that fails ends the job; what it says of that is the answer, for all PEs may say the
 * same.
 */
final class CommandServer {
  /** Beginning of an answer that tells why a command has failed: a JSON string follows. */
  static final String FAILED = "!";

  private CommandServer() {}

  /** Serves the process that listens at the path that is the one argument, until it closes. */
  public static void main(String[] arguments) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]));
        BufferedReader commands = new BufferedReader(Channels.newReader(channel, UTF_8));
        BufferedWriter answers = new BufferedWriter(Channels.newWriter(channel, UTF_8))) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = run(line, new PrintWriter(out), new PrintWriter(err));
        answers.write(
            code == 0 ? out.toString().strip() : FAILED + JSON.std.asString(err.toString()));
        answers.newLine();
        answers.flush();
        if (code != 0) {
          System.exit(code);
        }
      }
    }
  }

  private static int run(String command, PrintWriter out, PrintWriter err) {
    try (StartLine _ = StartLine.open(1, Compilers::awaitRest)) {
      return Main.run(out, err, command.split(" ", -1));
    }
  }
}
