import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.temoto.gas.*;
import org.temoto.gas.array.*;

/** List of places that pull at bodies which are near each other, and how many are at each. */
final class Sources {
  private static final double OPENING = 1; // of a cell: its width by its distance

  /** Three coordinates and a number for each place. */
  double[] of = new double[1024];

  int end;
  long looks;

  /**
   * Sources around a ball: near bodies, and far cells. Cells are brought to hand level by level,
   * all of a level together. Null if that is more than {@code most}.
   */
  static Sources around(double[] ball, Octree tree, Octree.Part root, int most) {
    Sources found = new Sources();
    List<Octree.Part> level = List.of(root);
    for (double wide = tree.width() / 2; !level.isEmpty(); wide /= 2) {
      if (level.size() + found.end / 4 > most) {
        return null;
      }
      List<GlobalRange> blocks =
          level.stream()
              .map(cell -> tree.inside(cell).range())
              .sorted(Comparator.comparingLong(GlobalRange::offset))
              .toList();
      new Region.Ranges(blocks).localize(Access.READ).close(); // one wait for all
      List<Octree.Part> next = new ArrayList<>();
      for (Octree.Part cell : level) {
        try (RecordView<Octree.Part> view = tree.inside(cell).localize(Access.READ)) {
          for (int i = 0; i < view.length(); i++) {
            Octree.Part part = view.get(i);
            found.looks++;
            if (part.bodies() > 1 && isNear(part, wide, ball)) {
              next.add(part);
            } else if (part.bodies() > 0) {
              found.add(part);
            }
          }
        }
      }
      level = next;
    }
    return found;
  }

  private static boolean isNear(Octree.Part cell, double wide, double[] ball) {
    double x = cell.x() - ball[0];
    double y = cell.y() - ball[1];
    double z = cell.z() - ball[2];
    double distance = Math.sqrt(x * x + y * y + z * z) - ball[3];
    return wide > OPENING * distance;
  }

  private void add(Octree.Part part) {
    of = end + 4 > of.length ? Arrays.copyOf(of, 2 * of.length) : of;
    of[end] = part.x();
    of[end + 1] = part.y();
    of[end + 2] = part.z();
    of[end + 3] = part.bodies();
    end += 4;
  }
}
