package org.temoto.gas;

/**
 * Switches of the engine for measuring, testing and debugging it; immutable.
 *
 * @param caching whether a localize trusts copies that are here already; off, to see what that is
 *     worth, it fetches every page of other PEs that it reads
 * @param spareFrames frames of each PE for pages that migrate to it, as a share of the pages of a
 *     memory that the PE with the most manages, where pages follow their writers and the memory
 *     says nothing else; at least one if it is not 0
 * @param aliasing whether pages owned from the start appear in the view without a copy, where the
 *     platform can
 * @param binding whether workers keep to a core each where the process has as many workers as cores
 *     that it may use; on Linux, on the wall clock
 * @param useAfterCloseChecks whether a view's segment refuses access after unlocalize (costs an
 *     arena per localize); by default as the system property {@code temoto.useAfterCloseChecks}
 *     says
 */
public record EngineOptions(
    boolean caching,
    double spareFrames,
    boolean aliasing,
    boolean binding,
    boolean useAfterCloseChecks)
    implements OptionGroup {
  private static final double MAX_SPARE_FRAMES = 16;

  /** What holds where nothing is said. */
  public static final EngineOptions DEFAULT =
      new EngineOptions(true, 0.25, true, true, Boolean.getBoolean("temoto.useAfterCloseChecks"));

  public EngineOptions {
    requireSpareFrames(spareFrames);
  }

  /** Those attached to {@code options}, or the defaults. */
  public static EngineOptions of(GasOptions options) {
    return options.group(DEFAULT);
  }

  /** Refuses what cannot be a share of spare frames. */
  static void requireSpareFrames(double share) {
    if (!(share >= 0 && share <= MAX_SPARE_FRAMES)) {
      throw new InvalidOptionException("spareFrames", share, "from 0 to 16");
    }
  }

  /** The same with another {@link #caching()}. */
  public EngineOptions withCaching(boolean value) {
    return new EngineOptions(value, spareFrames, aliasing, binding, useAfterCloseChecks);
  }

  /** The same with another {@link #spareFrames()}. */
  public EngineOptions withSpareFrames(double value) {
    return new EngineOptions(caching, value, aliasing, binding, useAfterCloseChecks);
  }

  /** The same with another {@link #aliasing()}. */
  public EngineOptions withAliasing(boolean value) {
    return new EngineOptions(caching, spareFrames, value, binding, useAfterCloseChecks);
  }

  /** The same with another {@link #binding()}. */
  public EngineOptions withBinding(boolean value) {
    return new EngineOptions(caching, spareFrames, aliasing, value, useAfterCloseChecks);
  }

  /** The same with another {@link #useAfterCloseChecks()}. */
  public EngineOptions withUseAfterCloseChecks(boolean value) {
    return new EngineOptions(caching, spareFrames, aliasing, binding, value);
  }
}
