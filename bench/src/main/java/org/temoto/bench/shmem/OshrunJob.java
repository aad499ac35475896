package org.temoto.bench.shmem;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A job of PEs under {@code oshrun} that waits, asleep, for questions: the name of a probe and a
 * count. Its PE 0 answers each with a line of numbers behind {@value #ANSWER}.
 */
final class OshrunJob implements AutoCloseable {
  static final String ANSWER = "= ";
  private static final long END_SECONDS = 20;

  private final String name;
  private final Process process;
  private final BufferedWriter questions;
  private final BufferedReader answers;

  /**
   * @param heapBytes what each PE will take of the library's symmetric memory
   */
  OshrunJob(String name, int pes, long heapBytes, List<String> program) {
    this.name = name;
    process = Oshrun.start(pes, List.of(), OptionalLong.of(heapBytes), program);
    questions = process.outputWriter();
    answers = process.inputReader();
  }

  /** Has the job measure {@code probe}, and returns its numbers. */
  double[] ask(String probe, long count) {
    try {
      questions.write(probe + " " + count + "\n");
      questions.flush();
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.startsWith(ANSWER)) {
          return numbers(line.substring(ANSWER.length()));
        }
        System.err.println(line); // what else a PE has to say is for the user
      }
    } catch (IOException e) {
      throw new BenchException(name + " cannot be asked for " + probe + ": " + e.getMessage(), e);
    }
    throw new BenchException(name + " ended instead of measuring " + probe);
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  /** Ends the job by the end of its input. */
  @Override
  public void close() {
    try {
      questions.close();
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        System.err.println("bench shmem: " + name + " did not end well");
      }
    } catch (IOException e) {
      System.err.println("bench shmem: " + name + " has ended early: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroy(); // which ends its PEs, if it has not ended
    }
  }
}
