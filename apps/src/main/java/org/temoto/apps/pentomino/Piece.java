package org.temoto.apps.pentomino;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The twelve pentominoes, by the letters that they resemble. */
enum Piece {
  F(".XX", "XX.", ".X."),
  I("XXXXX"),
  L("XXXX", "X..."),
  N("XX..", ".XXX"),
  P("XX", "XX", "X."),
  T("XXX", ".X.", ".X."),
  U("X.X", "XXX"),
  V("X..", "X..", "XXX"),
  W("X..", "XX.", ".XX"),
  X(".X.", "XXX", ".X."),
  Y("..X.", "XXXX"),
  Z("XX.", ".X.", ".XX");

  /** Squares of each piece. */
  static final int SIZE = 5;

  private static final int TURNS = 4;

  private final List<List<Square>> orientations;

  /** A square, counted from the first of its piece in reading order. */
  record Square(int row, int column) {
    private static final Comparator<Square> READING =
        Comparator.comparingInt(Square::row).thenComparingInt(Square::column);

    private Square turned() {
      return new Square(column, -row);
    }

    private Square mirrored() {
      return new Square(row, -column);
    }

    private Square from(Square origin) {
      return new Square(row - origin.row, column - origin.column);
    }
  }

  Piece(String... rows) {
    List<Square> squares = new ArrayList<>();
    for (int row = 0; row < rows.length; row++) {
      for (int column = 0; column < rows[row].length(); column++) {
        if (rows[row].charAt(column) == 'X') {
          squares.add(new Square(row, column));
        }
      }
    }
    orientations = orientations(squares);
  }

  private static List<List<Square>> orientations(List<Square> squares) {
    List<List<Square>> all = new ArrayList<>();
    List<Square> turned = squares;
    for (int turn = 0; turn < TURNS; turn++) {
      turned = turned.stream().map(Square::turned).toList();
      all.add(fromFirst(turned));
      all.add(fromFirst(turned.stream().map(Square::mirrored).toList()));
    }
    return all.stream().distinct().toList();
  }

  private static List<Square> fromFirst(List<Square> squares) {
    List<Square> sorted = squares.stream().sorted(Square.READING).toList();
    return sorted.stream().map(square -> square.from(sorted.getFirst())).toList();
  }

  /** The different ways to turn and mirror it, each with its first square at (0, 0). */
  List<List<Square>> orientations() {
    return orientations;
  }
}
