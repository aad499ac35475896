import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.temoto.gas.*;
import org.temoto.task.*;
import org.temoto.task.collective.*;

/**
 * The words of a text file, and how often each occurs, without tasks: each process counts in its
 * part of the file, and sends each word to the process that adds up its counts. A word is letters
 * of any script with nothing between, in lower case. Argument: the file, in UTF-8.
 */
final class WordCount {
  private static final int LONGEST = 1000; // of the words, in bytes

  private WordCount() {}

  /** Tells whether a byte is of a letter, which has up to four, all but the first below -64. */
  private static boolean isLetter(MemorySegment text, long at) {
    byte first = text.get(JAVA_BYTE, at);
    if (first < -64 && at > 0) {
      return isLetter(text, at - 1);
    }
    MemorySegment letter = text.asSlice(at, Math.min(4, text.byteSize() - at));
    return Character.isLetter(first < 0 ? text(letter).codePointAt(0) : first);
  }

  /** The words that begin at [from, to) of a text. */
  static Map<String, Long> count(MemorySegment text, long from, long to) {
    Map<String, Long> counts = new TreeMap<>();
    for (long at = from; at < to; at++) {
      if (isLetter(text, at) && (at == 0 || !isLetter(text, at - 1))) {
        long end = at + 1;
        while (end < text.byteSize() && isLetter(text, end)) {
          end++;
        }
        counts.merge(text(text.asSlice(at, end - at)).toLowerCase(Locale.ROOT), 1L, Long::sum);
      }
    }
    return counts;
  }

  /** The words whose counts this process has added up. Collective. */
  static Map<String, Long> count(GlobalAddressSpace space, Collectives all, GlobalMemory text) {
    long from = text.byteSize() * space.pe() / space.pes();
    long to = text.byteSize() * (space.pe() + 1) / space.pes();
    long first = Math.max(from - 4, 0); // to see whether a word has begun before
    long last = Math.min(to + LONGEST, text.byteSize());
    Map<String, Long> own;
    try (LocalView view = text.localize(first, last - first, Access.READ)) {
      own = count(view.segment(), from - first, to - first);
    }
    space.charge(10 * (to - from)); // for simulations with --cost model
    byte[][] parts = new byte[space.pes()][];
    for (int pe = 0; pe < space.pes(); pe++) {
      int receiver = pe;
      parts[pe] = lines(own, word -> Math.floorMod(word.hashCode(), space.pes()) == receiver);
    }
    int block = greatest(all, Arrays.stream(parts).mapToInt(part -> part.length).max().orElse(0));
    byte[] sent = new byte[block * space.pes()];
    for (int pe = 0; pe < space.pes(); pe++) {
      System.arraycopy(parts[pe], 0, sent, block * pe, parts[pe].length);
    }
    byte[] received = new byte[sent.length];
    all.allToAll(MemorySegment.ofArray(sent), MemorySegment.ofArray(received));
    return counts(received);
  }

  /** The counts of all processes on process 0, and none elsewhere. Collective. */
  static Map<String, Long> gather(
      GlobalAddressSpace space, Collectives all, Map<String, Long> own) {
    byte[] lines = lines(own, _ -> true);
    byte[] sent = Arrays.copyOf(lines, greatest(all, lines.length));
    byte[] received = new byte[space.pe() == 0 ? sent.length * space.pes() : 0];
    all.gather(0, MemorySegment.ofArray(sent), MemorySegment.ofArray(received));
    return counts(received);
  }

  private static int greatest(Collectives all, int own) {
    int[] greatest = {own};
    all.allreduce(MemorySegment.ofArray(greatest), Datatype.INT32, Operator.MAX);
    return greatest[0];
  }

  private static byte[] lines(Map<String, Long> counts, Predicate<String> wanted) {
    return counts.entrySet().stream()
        .filter(each -> wanted.test(each.getKey()))
        .map(each -> each.getValue() + " " + each.getKey() + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Counts of several blocks of lines together; their ends are zeros. */
  private static Map<String, Long> counts(byte[] lines) {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : text(MemorySegment.ofArray(lines)).replace("\0", "").lines().toList()) {
      String[] count = line.split(" ");
      counts.merge(count[1], Long.valueOf(count[0]), Long::sum);
    }
    return counts;
  }

  private static String text(MemorySegment bytes) {
    return new String(bytes.toArray(JAVA_BYTE), StandardCharsets.UTF_8);
  }

  /** The same by plain Java. */
  static Map<String, Long> plain(Path file) throws IOException {
    return Arrays.stream(Files.readString(file).split("\\P{L}+"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.toLowerCase(Locale.ROOT))
        .collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting()));
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new RefusedException("WordCount has one argument, a text file");
    }
    Path file = Path.of(arguments[0]);
    long bytes = Files.size(file);
    Map<String, Long> expected = plain(file);
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          GlobalMemory text = space.allocate("text", bytes);
          text.load(file);
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            Collectives all = runtime.collectives();
            Map<String, Long> own = space.report().measure(() -> count(space, all, text));
            Map<String, Long> counts = gather(space, all, own);
            long words = space.sum(own.values().stream().mapToLong(Long::longValue).sum())[0];
            space.report().put("words", words).put("different", space.sum(own.size())[0]);
            if (space.pe() == 0) {
              space.report().verify(counts.equals(expected));
            }
          }
        });
  }
}
