package org.temoto.gas.engine.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.temoto.gas.RefusedException;

/**
 * The folder of a checkpoint: {@code manifest}, and a folder of data that it names, with two files
 * per memory: {@code N.bytes}, its bytes, and {@code N.sums}, a CRC-32C of each page. A new
 * checkpoint has a new folder of data; the manifest's renaming makes it the valid one.
 *
 * @param folder absolute
 */
public record CheckpointFiles(Path folder) {
  private static final String MANIFEST = "manifest";
  private static final String DRAFT = "." + MANIFEST + ".tmp-";
  private static final String DATA = "data-";

  public CheckpointFiles {
    folder = folder.toAbsolutePath().normalize();
  }

  /** The name of the folder of data that belongs to {@code token}. */
  public static String dataName(long token) {
    return DATA + Long.toHexString(token);
  }

  public Path bytes(String data, int memory) {
    return folder.resolve(data).resolve(memory + ".bytes");
  }

  public Path sums(String data, int memory) {
    return folder.resolve(data).resolve(memory + ".sums");
  }

  /** The checksum of what {@code bytes} has left, which is read. */
  public static int sum(ByteBuffer bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /**
   * Makes a new folder of data, and {@link #folder} if it is not there.
   *
   * @throws RefusedException if {@link #folder} has what is no checkpoint's
   */
  public void begin(String data) {
    try {
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw new RefusedException("checkpoint " + folder + " is a file: must be a directory");
      }
      Files.createDirectories(folder);
      for (Path file : files()) {
        String name = file.getFileName().toString();
        if (!name.equals(MANIFEST) && !name.startsWith(DATA) && !name.startsWith(DRAFT)) {
          throw new RefusedException(
              "checkpoint %s: the directory has %s, which is no checkpoint's: must be new, empty or a checkpoint"
                  .formatted(folder, name));
        }
      }
      Files.createDirectory(folder.resolve(data));
    } catch (IOException e) {
      throw Draft.failed(folder, "cannot be written", e);
    }
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(files::add);
    }
    return files;
  }

  /** Makes {@code manifest}, all of whose data is durable, the valid one. */
  public void publish(Manifest manifest, long token) {
    Draft draft = new Draft(folder.resolve(MANIFEST), token);
    byte[] text = manifest.encode().getBytes(StandardCharsets.UTF_8);
    try (FileChannel channel =
        FileChannel.open(draft.path(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      Draft.write(draft.path(), channel, ByteBuffer.wrap(text), 0);
      channel.force(true);
      Draft.forceDirectory(folder.resolve(manifest.data()));
      Draft.forceDirectory(folder);
    } catch (IOException e) {
      throw Draft.failed(draft.path(), "cannot be written", e);
    }
    draft.publish();
  }

  /** Deletes all data and drafts but the data that is named {@code kept}. */
  public void deleteAllBut(String kept) {
    try {
      for (Path file : files()) {
        String name = file.getFileName().toString();
        if (name.startsWith(DRAFT) || name.startsWith(DATA) && !name.equals(kept)) {
          delete(file);
        }
      }
    } catch (IOException e) {
      throw Draft.failed(folder, "has old data that cannot be deleted", e);
    }
  }

  /** Deletes the data of a checkpoint that has failed, unless its manifest is there already. */
  public void deleteUnnamed(String data) {
    try {
      if (Files.isDirectory(folder.resolve(data)) && !isNamed(data)) {
        delete(folder.resolve(data));
      }
    } catch (IOException e) {
      throw Draft.failed(folder.resolve(data), "cannot be deleted", e);
    }
  }

  private boolean isNamed(String data) {
    try {
      return manifest().data().equals(data);
    } catch (RefusedException e) {
      return false; // there is no manifest that names anything
    }
  }

  private static void delete(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      List<Path> inside = new ArrayList<>();
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(file)) {
        stream.forEach(inside::add);
      }
      for (Path each : inside) {
        Files.delete(each);
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
    try {
      return Manifest.decode(file, Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      throw new RefusedException("checkpoint " + folder + ": there is no file " + file, e);
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
  }

  /** The checksum of the file of checksums of a memory. */
  public int sumOfSums(String data, int memory) {
    Path file = sums(data, memory);
    try {
      return sum(ByteBuffer.wrap(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be read", e);
    }
  }

  /** Opens a file of data for reading. */
  public static FileChannel open(Path file) {
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new RefusedException("file " + file + " is not there: the checkpoint is damaged", e);
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be opened", e);
    }
  }
}
