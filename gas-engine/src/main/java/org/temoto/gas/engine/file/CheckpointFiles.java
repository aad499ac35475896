package org.temoto.gas.engine.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.file.Reason;
import org.temoto.gas.spi.file.Replacement;

/**
 * The folder of a checkpoint: {@code manifest}, and a folder of data that it names, with two files
 * per memory: {@code N.bytes}, its bytes, and {@code N.sums}, a CRC-32C of each page. A new
 * checkpoint has a new folder of data; the manifest's renaming makes it the valid one. Nothing is
 * deleted that is not named and made as a checkpoint's files are, and no link is followed inside.
 *
 * @param folder absolute
 */
public record CheckpointFiles(Path folder) {
  private static final Logger LOG = System.getLogger(CheckpointFiles.class.getPackageName());
  private static final String MANIFEST = "manifest";
  private static final int MOST_MANIFEST_BYTES = 16 << 20;
  private static final Pattern DRAFT = Pattern.compile("\\.manifest\\.tmp-[0-9a-f]{1,16}");
  private static final String DATA = "data-";
  private static final Pattern DATA_NAME = Pattern.compile(DATA + "[0-9a-f]{16}");
  private static final Pattern IN_DATA = Pattern.compile("\\d+\\.(bytes|sums(-\\d+)?)");

  public CheckpointFiles {
    folder = folder.toAbsolutePath();
  }

  /** The name of the folder of data that belongs to {@code token}. */
  public static String dataName(long token) {
    return DATA + HexFormat.of().toHexDigits(token);
  }

  static boolean isDataName(String name) {
    return DATA_NAME.matcher(name).matches();
  }

  public Path bytes(String data, int memory) {
    return folder.resolve(data).resolve(memory + ".bytes");
  }

  public Path sums(String data, int memory) {
    return folder.resolve(data).resolve(memory + ".sums");
  }

  /** File of what {@code pe} adds to {@link #sums}. */
  public Path sums(String data, int memory, int pe) {
    return folder.resolve(data).resolve(memory + ".sums-" + pe);
  }

  /**
   * Makes a new folder of data, and {@link #folder} if it is not there; takes {@code lock} and
   * deletes what killed jobs have left.
   *
   * @throws RefusedException if {@link #folder} has what is no checkpoint's, which is then left
   *     alone, or is locked
   */
  public void begin(String data, FolderLock lock) {
    try {
      makeFolder();
      requireOwn();
      lock.take();
      requireOwn();
      deleteLeftovers();
      Files.createDirectory(folder.resolve(data));
    } catch (IOException e) {
      throw Draft.failed(folder, "cannot be written", e);
    }
  }

  /** With all the directories above it, durably. */
  private void makeFolder() throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new RefusedException("checkpoint " + folder + " is a file: must be a directory");
    }
    List<Path> parents = new ArrayList<>();
    for (Path at = folder; !Files.exists(at); at = at.getParent()) {
      parents.add(at.getParent());
    }
    Files.createDirectories(folder);
    for (Path parent : parents) {
      Replacement.forceDirectory(parent);
    }
  }

  private void requireOwn() throws IOException {
    for (Path file : files(folder)) { // of which another job may delete some meanwhile
      Path foreign = foreign(file);
      if (foreign != null && Files.exists(foreign, LinkOption.NOFOLLOW_LINKS)) {
        throw new RefusedException(
            "checkpoint %s: the directory has %s, which is no checkpoint's: must be new, empty or a checkpoint"
                .formatted(folder, folder.relativize(foreign)));
      }
    }
  }

  /**
   * First of {@code file} and the files in it that is no checkpoint's, or is not there any more;
   * null if all are.
   */
  private static Path foreign(Path file) throws IOException {
    try {
      return firstForeign(file);
    } catch (NoSuchFileException _) {
      return file;
    }
  }

  private static Path firstForeign(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (isDataName(name) && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      for (Path each : files(file)) {
        boolean isGone = Files.notExists(each, LinkOption.NOFOLLOW_LINKS);
        if (!isGone && !isRegular(each)
            || !IN_DATA.matcher(each.getFileName().toString()).matches()) {
          return each;
        }
      }
      return null;
    }
    boolean own =
        switch (name) {
          case MANIFEST -> isRegular(file) && isOfACheckpoint(file);
          case FolderLock.NAME -> isRegular(file) && Files.size(file) == 0;
          default -> isRegular(file) && DRAFT.matcher(name).matches();
        };
    return own ? null : file;
  }

  private static boolean isRegular(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isOfACheckpoint(Path manifest) throws IOException {
    byte[] first = Manifest.FIRST.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer found = ByteBuffer.allocate(first.length);
    try (FileChannel channel = FileChannel.open(manifest, StandardOpenOption.READ)) {
      if (channel.size() < first.length) {
        return false;
      }
      Draft.read(manifest, channel, found, 0);
    }
    return found.flip().equals(ByteBuffer.wrap(first));
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(files::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return files;
  }

  /** Deletes data that the manifest does not name; all stays if that cannot be read. */
  private void deleteLeftovers() throws IOException {
    if (!Files.exists(folder.resolve(MANIFEST), LinkOption.NOFOLLOW_LINKS)) {
      deleteAllBut("");
      return;
    }
    Manifest manifest;
    try {
      manifest = manifest();
    } catch (RefusedException e) {
      LOG.log(Level.WARNING, e.getMessage() + "; a new checkpoint replaces it");
      return;
    }
    deleteAllBut(manifest.data());
  }

  /**
   * Makes {@code manifest}, all of whose data is durable, the valid one, and then deletes the data
   * of others: if that fails, a warning is logged, and the next {@link #begin} tries again.
   */
  public void publish(Manifest manifest, long token) {
    Draft draft = new Draft(folder.resolve(MANIFEST), token);
    byte[] text = manifest.encode().getBytes(StandardCharsets.US_ASCII);
    if (text.length > MOST_MANIFEST_BYTES) {
      throw tooLong(folder.resolve(MANIFEST), text.length);
    }
    draft.create(0);
    try (FileChannel channel = FileChannel.open(draft.path(), StandardOpenOption.WRITE)) {
      Draft.write(draft.path(), channel, ByteBuffer.wrap(text), 0);
      channel.force(true);
      Replacement.forceDirectory(folder.resolve(manifest.data()));
      Replacement.forceDirectory(folder);
    } catch (IOException e) {
      throw Draft.failed(draft.path(), "cannot be written", e);
    }
    draft.publish();
    try {
      deleteAllBut(manifest.data());
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.WARNING, "checkpoint " + folder + ": old data cannot be deleted: " + e);
    }
  }

  /** Deletes all data and drafts but the data that is named {@code kept}. */
  private void deleteAllBut(String kept) throws IOException {
    for (Path file : files(folder)) {
      String name = file.getFileName().toString();
      if (DRAFT.matcher(name).matches() || isDataName(name) && !name.equals(kept)) {
        delete(file);
      }
    }
  }

  /**
   * Deletes the data and the draft of a checkpoint that has failed, unless its manifest is there
   * already; {@code failure} learns if that fails, too.
   */
  public void giveUp(String data, long token, Throwable failure) {
    Path made = folder.resolve(data);
    if (!Files.isDirectory(made, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      if (!isNamed(data)) {
        delete(made);
      }
    } catch (IOException e) {
      failure.addSuppressed(Draft.failed(made, "cannot be deleted", e));
    } catch (UncheckedIOException e) {
      failure.addSuppressed(e);
    }
    new Draft(folder.resolve(MANIFEST), token).discard(failure);
  }

  private boolean isNamed(String data) {
    try {
      return manifest().data().equals(data);
    } catch (RefusedException e) {
      return false; // there is no manifest that names anything
    }
  }

  /** Deletes a file, or a folder with what a checkpoint has in it and nothing else. */
  private static void delete(Path file) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      for (Path each : files(file)) {
        if (IN_DATA.matcher(each.getFileName().toString()).matches()) {
          Files.delete(each);
        }
      }
    }
    Files.delete(file);
  }

  /**
   * The valid manifest.
   *
   * @throws RefusedException if there is none, or it is damaged
   */
  public Manifest manifest() {
    Path file = folder.resolve(MANIFEST);
    Reason.notRegular(file)
        .ifPresent(reason -> {
          throw new RefusedException("checkpoint " + folder + ": file " + file + ": " + reason);
        });
    try {
      long size = Files.size(file);
      if (size > MOST_MANIFEST_BYTES) {
        throw tooLong(file, size);
      }
      return Manifest.decode(file, Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
  }

  private static RefusedException tooLong(Path manifest, long size) {
    return new RefusedException(
        "file %s has %s bytes: a manifest must have at most %s"
            .formatted(manifest, size, MOST_MANIFEST_BYTES));
  }
}
