package org.temoto.apps.spmv;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.temoto.apps.Mix;
import org.temoto.gas.InvalidOptionException;

/** Source of a sparse matrix. */
public sealed interface MatrixSource {
  /** Arrays have at most so many elements. */
  int MOST_NONZEROS = Integer.MAX_VALUE - 8;

  /** Rows and columns. */
  int n();

  /** Number of elements that are stored. */
  long nonzeros();

  /** Parameters that tell it from others, by the names of the options. */
  Map<String, Object> parameters();

  /** The matrix in plain memory. */
  CsrMatrix matrix();

  /** The matrix of a file that has been read. */
  record FromFile(Path path, CsrMatrix matrix) implements MatrixSource {
    /**
     * Reads the file.
     *
     * @throws org.temoto.apps.BadInputException if it cannot be used, with line and rule
     */
    public static FromFile read(Path path) {
      return new FromFile(path, MatrixMarket.read(path));
    }

    @Override
    public int n() {
      return matrix.n();
    }

    @Override
    public long nonzeros() {
      return matrix.nonzeros();
    }

    @Override
    public Map<String, Object> parameters() {
      Map<String, Object> parameters = new LinkedHashMap<>();
      parameters.put("matrix", path.toString());
      return parameters;
    }
  }

  /**
   * A random matrix.
   *
   * @param perRow nonzeros of each row, in [0, 1) and at random columns
   */
  record Generated(int n, int perRow, long seed) implements MatrixSource {
    public Generated {
      if (n < 1) {
        throw new InvalidOptionException("generate", n, "from 1 to " + Integer.MAX_VALUE);
      }
      if (perRow < 1 || perRow > n || (long) n * perRow > MOST_NONZEROS) {
        throw new InvalidOptionException(
            "perRow",
            perRow,
            "from 1 to the number of columns, " + n + ", and 2^31 nonzeros are too many");
      }
    }

    @Override
    public long nonzeros() {
      return (long) n * perRow;
    }

    @Override
    public Map<String, Object> parameters() {
      Map<String, Object> parameters = new LinkedHashMap<>();
      parameters.put("generate", n);
      parameters.put("perRow", perRow);
      return parameters;
    }

    @Override
    public CsrMatrix matrix() {
      int count = Math.toIntExact(nonzeros());
      int[] starts = new int[n + 1];
      int[] columns = new int[count];
      double[] values = new double[count];
      for (int row = 0; row < n; row++) {
        starts[row + 1] = starts[row] + perRow;
        chooseColumns(columns, starts[row]);
      }
      Arrays.setAll(values, k -> Mix.unit(2 * seed + 1, k));
      return new CsrMatrix(n, starts, columns, values);
    }

    /** {@code perRow} different columns: where one is taken already, the next that is free. */
    private void chooseColumns(int[] columns, int start) {
      for (int k = start; k < start + perRow; k++) {
        int column = (int) (Mix.unit(2 * seed, k) * n);
        int at = Arrays.binarySearch(columns, start, k, column);
        while (at >= 0) {
          column = column + 1 == n ? 0 : column + 1;
          at = Arrays.binarySearch(columns, start, k, column);
        }
        int place = -at - 1;
        System.arraycopy(columns, place, columns, place + 1, k - place);
        columns[place] = column;
      }
    }
  }
}
