package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.io.NpyFile;
import org.temoto.apps.io.NpyReader;
import org.temoto.task.pattern.sort.ElementType;

/** Source of a factor of the product. */
public sealed interface Operand {
  long rows();

  long columns();

  ElementType type();

  /** Elements from {@code first} on, as they stand row by row, as many as {@code to} has. */
  void read(long first, MemorySegment to);

  /** Random elements by seed. */
  record Generated(ElementType type, long rows, long columns, long seed) implements Operand {
    @Override
    public void read(long first, MemorySegment to) {
      new MatrixGenerator(type, seed).fill(to, first);
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
    public void read(long first, MemorySegment to) {
      new NpyReader(file).read(first * type().bytes(), to);
    }
  }
}
