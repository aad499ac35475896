package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.List;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.engine.CollectiveOperation;

/**
 * A collective that the programs of all PEs issue between the relays and the root task of a phase.
 *
 * @param root of the PEs, counted round those that there are
 * @param bytes of a block: what a PE gives of its own, or gets from one other
 * @param chunk the largest message, in bytes
 * @param combining how it reduces; in other collectives it has no meaning
 * @param ident the number from which bytes of local memory follow
 * @param places where PEs have their part in global memory, by rank; the others have it in local
 *     memory, as those whose place has too few bytes
 */
record Collective(
    CollectiveOperation operation,
    Algorithm algorithm,
    int root,
    int bytes,
    int chunk,
    Combining combining,
    int ident,
    When when,
    List<Place> places) {
  Collective {
    places = List.copyOf(places);
  }

  /** Time for which a collective is under way. */
  enum When {
    /** The call returns when the PE's part is done, if all its bytes are local. */
    BLOCKING,
    /** Together with others of its phase, and awaited before the root task. */
    BEFORE,
    /** Awaited after the root task. */
    BESIDE
  }

  /** One run of units that a PE gives, and one that it fills; the same if it reduces in place. */
  record Place(Pieces from, Pieces to) {
    static final Place LOCAL = new Place(Pieces.NONE, Pieces.NONE);

    boolean isLocal() {
      return equals(LOCAL);
    }
  }

  Collective with(List<Place> others) {
    return new Collective(operation, algorithm, root, bytes, chunk, combining, ident, when, others);
  }

  Collective with(When other) {
    return new Collective(
        operation, algorithm, root, bytes, chunk, combining, ident, other, places);
  }

  Collective withBytes(int others) {
    return new Collective(
        operation, algorithm, root, others, chunk, combining, ident, when, places);
  }

  boolean reduces() {
    return operation == CollectiveOperation.REDUCE || operation == CollectiveOperation.ALLREDUCE;
  }

  boolean isBeside() {
    return when == When.BESIDE;
  }

  /** Tells whether it fails on every PE. */
  boolean fails(int pes) {
    return reduces() && combining == Combining.FAILING && pes > 1;
  }

  int root(int pes) {
    return root % pes;
  }

  /** The number of bytes a PE gives. */
  int given(int pe, int pes) {
    return switch (operation) {
      case BARRIER -> 0;
      case BROADCAST -> pe == root(pes) ? bytes : 0;
      case REDUCE, ALLREDUCE, GATHER, ALLGATHER -> bytes;
      case SCATTER -> pe == root(pes) ? pes * bytes : 0;
      case ALL_TO_ALL -> pes * bytes;
    };
  }

  /** The number of bytes of a PE that are filled. */
  int filled(int pe, int pes) {
    return switch (operation) {
      case BARRIER -> 0;
      case BROADCAST -> pe == root(pes) ? 0 : bytes;
      case REDUCE -> pe == root(pes) ? bytes : 0;
      case ALLREDUCE, SCATTER -> bytes;
      case GATHER -> pe == root(pes) ? pes * bytes : 0;
      case ALLGATHER, ALL_TO_ALL -> pes * bytes;
    };
  }

  /** Place at which a PE has its part, if that is in global memory and large enough. */
  Place place(int pe, int pes, Layout layout) {
    if (pe >= places.size() || bytes == 0) {
      return Place.LOCAL;
    }
    Place place = places.get(pe);
    boolean fits =
        layout.bytes(place.from()) >= given(pe, pes) && layout.bytes(place.to()) >= filled(pe, pes);
    return fits ? place : Place.LOCAL;
  }

  /** A byte of what a PE gives from local memory. */
  byte local(int pe, int position) {
    return (byte) (ident * 37 + pe * 101 + position * 11 + (position >> 8) * 7 + 1);
  }

  /** Bytes that each PE must find where it is filled, if {@code inputs} are what they give. */
  byte[][] outputs(byte[][] inputs) {
    int pes = inputs.length;
    byte[][] outputs = new byte[pes][];
    for (int pe = 0; pe < pes; pe++) {
      outputs[pe] = filled(pe, pes) == 0 ? new byte[0] : output(pe, inputs);
    }
    return outputs;
  }

  private byte[] output(int pe, byte[][] inputs) {
    return switch (operation) {
      case BARRIER -> new byte[0];
      case BROADCAST -> inputs[root(inputs.length)].clone();
      case REDUCE, ALLREDUCE -> combined(inputs);
      case GATHER, ALLGATHER -> joined(List.of(inputs));
      case SCATTER -> block(inputs[root(inputs.length)], pe);
      case ALL_TO_ALL -> {
        List<byte[]> blocks = new ArrayList<>();
        for (byte[] input : inputs) {
          blocks.add(block(input, pe));
        }
        yield joined(blocks);
      }
    };
  }

  private byte[] combined(byte[][] inputs) {
    byte[] result = inputs[0].clone();
    for (int pe = 1; pe < inputs.length; pe++) {
      combining.combine(result, inputs[pe]);
    }
    return result;
  }

  private byte[] block(byte[] all, int number) {
    byte[] block = new byte[bytes];
    System.arraycopy(all, number * bytes, block, 0, bytes);
    return block;
  }

  private byte[] joined(List<byte[]> blocks) {
    byte[] all = new byte[blocks.size() * bytes];
    for (int i = 0; i < blocks.size(); i++) {
      System.arraycopy(blocks.get(i), 0, all, i * bytes, bytes);
    }
    return all;
  }
}
