package org.temoto.apps.matmul;

import org.temoto.apps.ElementType;
import org.temoto.apps.io.NpyFile;
import org.temoto.apps.io.NpyReader;
import org.temoto.gas.GlobalMemory;

/** Where a factor of the product comes from. */
public sealed interface Operand {
  long rows();

  long columns();

  ElementType type();

  /** Fills this PE's part of {@code memory}; a barrier makes it visible. */
  void fill(GlobalMemory memory);

  /** Random elements by seed. */
  record Generated(ElementType type, long rows, long columns, long seed) implements Operand {
    @Override
    public void fill(GlobalMemory memory) {
      long bytes = Math.multiplyExact(Math.multiplyExact(rows, columns), type.bytes());
      new MatrixGenerator(type, seed).fill(memory, bytes);
    }
  }

  /** A {@code .npy} file of two dimensions. */
  record FromFile(NpyFile file) implements Operand {
    @Override
    public long rows() {
      return file.header().shape().getFirst();
    }

    @Override
    public long columns() {
      return file.header().shape().getLast();
    }

    @Override
    public ElementType type() {
      return file.header().type();
    }

    @Override
    public void fill(GlobalMemory memory) {
      new NpyReader(file).readInto(memory);
    }
  }
}
