package org.temoto.apps.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Shown;

/**
 * Array of a {@code .npz} archive, as {@code numpy.savez} and {@code numpy.savez_compressed} write
 * it.
 *
 * @param name as NumPy has it, without {@code .npy}; null for the only one
 */
record NpzMember(Path archive, String name) {
  private static final String SUFFIX = ".npy";
  private static final int MOST_CHARACTERS = 200;
  private static final int BUFFER_BYTES = 1 << 16;

  /** The member that {@code path} names as {@code ARCHIVE:NAME}, if it is not a file itself. */
  static Optional<NpzMember> named(Path path) {
    String text = path.toString();
    int colon = text.lastIndexOf(':');
    if (colon <= 0 || colon == text.length() - 1 || Files.exists(path)) {
      return Optional.empty();
    }
    Path archive = Path.of(text.substring(0, colon));
    return Files.exists(archive)
        ? Optional.of(new NpzMember(archive, text.substring(colon + 1)))
        : Optional.empty();
  }

  /** The only member of {@code archive}, which {@link #copy} requires. */
  static NpzMember only(Path archive) {
    return new NpzMember(archive, null);
  }

  /** Copies the array to a temporary file, which is deleted at the end of the process. */
  Path copy() {
    InputFile.requireRegular(archive);
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry entry = entry(zip);
      Path copy = Files.createTempFile("temoto-", SUFFIX);
      copy.toFile().deleteOnExit();
      try {
        fill(copy, zip, entry);
      } catch (IOException | BadInputException e) {
        Files.delete(copy);
        throw e;
      }
      return copy;
    } catch (IOException e) {
      throw InputFile.refused(archive, e);
    }
  }

  private void fill(Path copy, ZipFile zip, ZipEntry entry) throws IOException {
    long free = Files.getFileStore(copy).getUsableSpace();
    if (free < entry.getSize()) {
      throw refused(
          "array %s needs %d bytes in %s, which has %d"
              .formatted(nameOf(entry), entry.getSize(), copy.getParent(), free));
    }
    try (InputStream in = zip.getInputStream(entry);
        CheckedInputStream checked = new CheckedInputStream(in, new CRC32());
        OutputStream out = Files.newOutputStream(copy)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      long left = entry.getSize();
      for (int read = checked.read(buffer); read >= 0; read = checked.read(buffer)) {
        left -= read;
        if (left < 0) { // before it fills the disk
          break;
        }
        out.write(buffer, 0, read);
      }
      if (left != 0) {
        throw damaged(entry, "it has not the %d bytes that it should".formatted(entry.getSize()));
      }
      if (checked.getChecksum().getValue() != entry.getCrc()) {
        throw damaged(entry, "its checksum is another");
      }
    }
  }

  private BadInputException damaged(ZipEntry entry, String why) {
    return refused("array " + nameOf(entry) + " is damaged: " + why);
  }

  private ZipEntry entry(ZipFile zip) {
    List<? extends ZipEntry> arrays =
        zip.stream().filter(entry -> entry.getName().endsWith(SUFFIX)).toList();
    if (name == null && arrays.size() == 1) {
      return arrays.getFirst();
    }
    return arrays.stream()
        .filter(entry -> nameOf(entry).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(arrays));
  }

  private BadInputException unknown(List<? extends ZipEntry> arrays) {
    if (arrays.isEmpty()) {
      return refused("an archive without arrays");
    }
    String names = arrays.stream().map(NpzMember::nameOf).collect(Collectors.joining(", "));
    return refused(
        name == null
            ? "an archive of several arrays: add a colon and one of " + names
            : "it has no array " + name + ", but " + names);
  }

  private BadInputException refused(String reason) {
    return new BadInputException(archive + ": " + Shown.of(reason, MOST_CHARACTERS));
  }

  private static String nameOf(ZipEntry entry) {
    String name = entry.getName();
    return name.substring(0, name.length() - SUFFIX.length());
  }
}
