package org.temoto.gas.engine.file;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.temoto.gas.RefusedException;

/**
 * Description of a checkpoint: a text of a line per memory, whose last line has the checksum of all
 * before.
 *
 * <pre>
 * temoto checkpoint 1
 * order LITTLE_ENDIAN
 * data data-00c81d92f4a71f3a
 * memory 0 bytes 8388608 65536 fixed 5d2c90b1 even
 * end 0c4f77aa
 * </pre>
 *
 * @param data the name of the folder with the memories' files
 */
public record Manifest(String data, List<Entry> entries) {
  /** Beginning of every manifest, of whatever version. */
  static final String FIRST = "temoto checkpoint ";

  private static final String DATA_LINE = "data ";
  private static final String VERSION = "1";
  private static final String KIND_BYTES = "bytes";
  private static final String KIND_WORDS = "words";

  /**
   * Entry of one memory.
   *
   * @param pageSize of the memory that was written: what a checksum is of
   * @param ownership the policy it had, for people
   * @param sums checksum of the file of checksums
   */
  public record Entry(
      String name, long byteSize, int pageSize, boolean words, String ownership, int sums) {
    /** The number of checksums. */
    public int pages() {
      return Math.toIntExact(Math.ceilDiv(byteSize, pageSize));
    }
  }

  public Manifest {
    entries = List.copyOf(entries);
  }

  /** The text. */
  public String encode() {
    StringBuilder text = new StringBuilder(FIRST + VERSION + "\n");
    text.append("order ").append(ByteOrder.nativeOrder()).append('\n');
    text.append(DATA_LINE).append(data).append('\n');
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      text.append(
          String.format(
              Locale.ROOT,
              "memory %s %s %s %s %s %08x %s\n",
              i,
              entry.words ? KIND_WORDS : KIND_BYTES,
              entry.byteSize,
              entry.pageSize,
              entry.ownership.toLowerCase(Locale.ROOT),
              entry.sums,
              URLEncoder.encode(entry.name, StandardCharsets.UTF_8)));
    }
    return text + end(text.toString());
  }

  /** The last line after {@code text}. */
  private static String end(String text) {
    return String.format(Locale.ROOT, "end %08x\n", checksum(text));
  }

  /** The checksum of the text. */
  public int checksum() {
    return checksum(encode());
  }

  private static int checksum(String text) {
    return PageSums.of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * The manifest that {@code text} is.
   *
   * @param file its name, for messages
   * @throws RefusedException if it is no manifest, of another version, or damaged
   */
  public static Manifest decode(Object file, String text) {
    if (!text.startsWith(FIRST)) {
      throw refused(file, "is no manifest of a checkpoint: must begin with \"" + FIRST + "\"");
    }
    int end = text.lastIndexOf("end ");
    if (end < 0
        || !text.endsWith("\n")
        || !text.substring(end).equals(end(text.substring(0, end)))) {
      throw refused(file, "is damaged: its last line must be the checksum of the others");
    }
    List<String> lines = text.substring(0, end).lines().toList();
    if (!lines.getFirst().equals(FIRST + VERSION)) {
      throw refused(
          file, "has version " + lines.getFirst().substring(FIRST.length()) + ": must be 1");
    }
    if (lines.size() < 3
        || !lines.get(2).startsWith(DATA_LINE)
        || !CheckpointFiles.isDataName(lines.get(2).substring(DATA_LINE.length()))) {
      throw refused(file, "is damaged: must name its folder of data");
    }
    if (!lines.get(1).equals("order " + ByteOrder.nativeOrder())) {
      throw refused(
          file,
          "has \"%s\", this machine has %s: must be equal"
              .formatted(lines.get(1), ByteOrder.nativeOrder()));
    }
    List<Entry> entries = new ArrayList<>();
    for (String line : lines.subList(3, lines.size())) {
      entries.add(entry(file, line));
    }
    return new Manifest(lines.get(2).substring(DATA_LINE.length()), entries);
  }

  /** Only what {@link #encode} has written comes here, but for a forger's lines. */
  private static Entry entry(Object file, String line) {
    String[] words = line.split(" ", -1);
    try {
      if (words.length == 8 && words[0].equals("memory")) {
        Entry entry =
            new Entry(
                URLDecoder.decode(words[7], StandardCharsets.UTF_8),
                Long.parseLong(words[3]),
                Integer.parseInt(words[4]),
                words[2].equals(KIND_WORDS),
                words[5],
                Integer.parseUnsignedInt(words[6], 16));
        if (entry.byteSize > 0
            && entry.pageSize > 0
            && entry.byteSize / entry.pageSize < Integer.MAX_VALUE) {
          return entry;
        }
      }
    } catch (IllegalArgumentException e) {
      throw new RefusedException("file " + file + " is damaged: line \"" + line + '"', e);
    }
    throw refused(file, "is damaged: line \"" + line + '"');
  }

  private static RefusedException refused(Object file, String why) {
    return new RefusedException("file " + file + " " + why);
  }
}
