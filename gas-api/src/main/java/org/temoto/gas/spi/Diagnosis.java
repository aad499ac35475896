package org.temoto.gas.spi;

/**
 * Finding for {@code doctor} on one thing that a backend needs of the process that it is in.
 *
 * @param name what
 * @param found what is there, and what it is good for
 * @param mend what goes wrong and what to do about it; empty if it is as it has to be
 */
public record Diagnosis(String name, String found, String mend) {
  /** True if the job can run like this. */
  public boolean ok() {
    return mend.isEmpty();
  }
}
