package org.temoto.gas;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

/**
 * Options of the engine for measuring, testing and debugging it; immutable.
 *
 * @param features those that are on; default all but {@link Feature#USE_AFTER_CLOSE_CHECKS}
 * @param spareFrames frames of each PE for pages that migrate to it, as a share of the pages of a
 *     memory that the PE with the most manages, where pages follow their writers and the memory
 *     says nothing else; at least one if it is not 0; default 0.25
 */
public record EngineOptions(Set<Feature> features, double spareFrames) implements OptionGroup {
  /** Parts of the engine that can be turned off, or on. */
  public enum Feature {
    /**
     * A localize trusts copies that are here already. Off, to see what that is worth, it fetches
     * every page of other PEs that it reads.
     */
    CACHING,
    /** Pages owned from the start appear in the view without a copy, where the platform can. */
    ALIASING,
    /**
     * Workers keep to a core each where the process has as many workers as cores that it may use;
     * on Linux, on the wall clock.
     */
    BINDING,
    /**
     * A view's segment refuses access after unlocalize, which costs an arena per localize. By
     * default as the system property {@code temoto.useAfterCloseChecks} says; the others are on.
     */
    USE_AFTER_CLOSE_CHECKS
  }

  private static final double MAX_SPARE_FRAMES = 16;

  /** Default of every option. */
  public static final EngineOptions DEFAULT =
      new EngineOptions(
          Boolean.getBoolean("temoto.useAfterCloseChecks")
              ? EnumSet.allOf(Feature.class)
              : EnumSet.complementOf(EnumSet.of(Feature.USE_AFTER_CLOSE_CHECKS)),
          0.25);

  public EngineOptions {
    Set<Feature> own = EnumSet.noneOf(Feature.class); // in the same order in every process
    own.addAll(features);
    features = Collections.unmodifiableSet(own);
    requireSpareFrames(spareFrames);
  }

  /** The engine options attached to {@code options}, or the defaults. */
  public static EngineOptions of(GasOptions options) {
    return options.group(DEFAULT);
  }

  /** Refuses what cannot be a share of spare frames. */
  static void requireSpareFrames(double share) {
    if (!(share >= 0 && share <= MAX_SPARE_FRAMES)) {
      throw new InvalidOptionException("spareFrames", share, "from 0 to 16");
    }
  }

  /** Tells if {@code feature} is on. */
  public boolean has(Feature feature) {
    return features.contains(feature);
  }

  /** The same with {@code feature} on. */
  public EngineOptions with(Feature feature) {
    Set<Feature> more = EnumSet.of(feature);
    more.addAll(features);
    return new EngineOptions(more, spareFrames);
  }

  /** The same with {@code feature} off. */
  public EngineOptions without(Feature feature) {
    Set<Feature> fewer = EnumSet.complementOf(EnumSet.of(feature));
    fewer.retainAll(features);
    return new EngineOptions(fewer, spareFrames);
  }

  /** The share of spare frames of a memory that says nothing of them. */
  public double spareFrames(OwnershipPolicy policy) {
    return switch (policy) {
      case FIXED, FORWARDED -> 0;
      case FIRST_TOUCH -> Math.max(1, spareFrames);
      case LAST_WRITER, ADAPTIVE -> spareFrames;
    };
  }

  /** The same with another {@link #spareFrames()}. */
  public EngineOptions withSpareFrames(double value) {
    return new EngineOptions(features, value);
  }
}
