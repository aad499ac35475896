package org.temoto.gas.engine.owner;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;

/**
 * Protocol that moves a page to another owner without locks: read the word, copy the bytes into a
 * free frame of the new owner, swing the word if it is still the same. A commit in between has
 * bumped the version, so the swing fails and the bytes are copied again; a commit whose put is
 * still on its way to the old frame finds out when it bumps, and puts again.
 */
public final class Migrator {
  private Migrator() {}

  /** Moves one page; false if the new owner has no free frame. */
  public static boolean migrate(
      StrandChannel port, Directory directory, Frames frames, int page, int pageSize, int to) {
    int ticket = frames.beginUse(port);
    boolean moved;
    try {
      moved = move(port, directory, frames, page, pageSize, to);
    } finally {
      frames.endUse(ticket);
    }
    frames.reclaimUnused(port);
    return moved;
  }

  private static boolean move(
      StrandChannel port, Directory directory, Frames frames, int page, int pageSize, int to) {
    int frame = -1;
    for (; ; ) {
      port.pe().checkAlive();
      long word = directory.word(port.channel(), page);
      int owner = DirectoryWord.owner(word);
      if (owner == to) {
        if (frame >= 0) {
          frames.putBack(port, to, frame);
        }
        return true;
      }
      if (frame < 0) {
        frame = frames.take(port, to);
        if (frame < 0) {
          port.counters().migrationsRefused++;
          return false;
        }
      }
      copy(
          port,
          owner,
          frames.heapOffset(DirectoryWord.frame(word)),
          to,
          frames.heapOffset(frame),
          pageSize);
      // mutant: no-cas-check/1, no-cas-check/2
      if (directory.swing(port.channel(), page, word, DirectoryWord.moved(word, to, frame))) {
        frames.retire(owner, DirectoryWord.frame(word));
        port.counters().migrations++;
        return true;
      }
    }
  }

  /**
   * Identity buffers: the bytes stay where they are, only the word changes; what the move would
   * take is charged.
   */
  public static void migrateInPlace(
      StrandChannel port, Directory directory, int page, int pageSize, int to) {
    for (; ; ) {
      port.pe().checkAlive();
      long word = directory.word(port.channel(), page);
      int owner = DirectoryWord.owner(word);
      if (owner == to) {
        return;
      }
      port.channel().touch(owner, pageSize);
      if (directory.swing(
          port.channel(), page, word, DirectoryWord.moved(word, to, DirectoryWord.frame(word)))) {
        port.counters().migrations++;
        return;
      }
    }
  }

  private static void copy(
      StrandChannel port, int from, long source, int to, long target, int bytes) {
    Channel channel = port.channel();
    MemorySegment heap = port.pe().heap().segment();
    if (to == port.rank()) {
      channel.get(from, source, heap, target, bytes);
    } else if (from == port.rank()) {
      channel.put(to, target, heap, source, bytes);
    } else {
      MemorySegment buffer = port.pages(bytes);
      channel.get(from, source, buffer, 0, bytes);
      channel.put(to, target, buffer, 0, bytes);
    }
    channel.quiet();
  }
}
