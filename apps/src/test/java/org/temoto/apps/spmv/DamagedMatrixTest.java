package org.temoto.apps.spmv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.Damage;

/** Tests of two thousand damaged files, none of which is read otherwise than SciPy reads it. */
@Timeout(100)
class DamagedMatrixTest {
  private record Element(int row, int column, long bits) {}

  @TempDir Path folder;

  @Test
  void shouldReadNoDamagedFileOtherwiseThanSciPy() throws IOException {
    int both = 0;
    int stricter = 0;
    List<String> wrong = new ArrayList<>();
    List<Damage> all = Damage.all("mtx.txt");
    assertThat(all).hasSize(2000);
    for (Damage damage : all) {
      Path file = Files.write(folder.resolve("a.mtx"), damage.bytes("damage"));
      String read;
      try {
        read = checksum(MatrixMarket.read(file));
      } catch (BadInputException e) {
        assertThat(e.getMessage())
            .hasSizeLessThan(file.toString().length() + 400)
            .startsWith(file + ": line ")
            .doesNotContain("\n");
        stricter += damage.verdict().equals(Damage.REFUSED) ? 0 : 1;
        continue;
      }
      if (read.equals(damage.verdict())) {
        both++;
      } else {
        wrong.add(damage + " read as " + read);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(both).as("read by both").isGreaterThan(100);
    assertThat(stricter).as("read by SciPy only").isLessThan(all.size() / 5);
  }

  /** Checksum as in make.py: of the number of rows and the elements by row, column and bits. */
  private static String checksum(CsrMatrix matrix) {
    List<Element> elements = new ArrayList<>();
    for (int row = 0; row < matrix.n(); row++) {
      for (int k = matrix.starts()[row]; k < matrix.starts()[row + 1]; k++) {
        long bits = Double.doubleToRawLongBits(matrix.values()[k]);
        elements.add(new Element(row, matrix.columns()[k], bits));
      }
    }
    elements.sort(
        Comparator.comparingInt(Element::row)
            .thenComparingInt(Element::column)
            .thenComparingLong(Element::bits));
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES + 2 * Long.BYTES * elements.size())
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(matrix.n());
    for (Element each : elements) {
      bytes.putInt(each.row).putInt(each.column).putLong(each.bits);
    }
    CRC32 sum = new CRC32();
    sum.update(bytes.flip());
    return "%08x".formatted(sum.getValue());
  }
}
