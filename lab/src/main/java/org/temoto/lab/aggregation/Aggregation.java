package org.temoto.lab.aggregation;

import java.util.Locale;

/** A way to bring to hand what a leaf of a recursion reads; all else of a program is the same. */
public enum Aggregation {
  /** A get for each element. */
  ELEMENT("a get per element"),
  /** One get for all bytes of a part, whose elements are packed: their indices are translated. */
  PACKED("packed gets"),
  /** Each leaf localizes what it reads. */
  LEAF("localize at the leaf"),
  /** An ancestor asks for what all leaves below it read; their own localizes nest in that. */
  ANCESTOR("localize at the ancestor");

  private final String label;

  Aggregation(String label) {
    this.label = label;
  }

  /** Name for people. */
  public String label() {
    return label;
  }

  /** Name on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Brings {@code part} to hand, for a leaf. */
  AtHand bring(Part part) {
    return switch (this) {
      case ELEMENT -> AtHand.Packed.of(part).fillSingly();
      case PACKED -> AtHand.Packed.of(part).fill();
      case LEAF, ANCESTOR -> AtHand.InPlace.of(part);
    };
  }
}
