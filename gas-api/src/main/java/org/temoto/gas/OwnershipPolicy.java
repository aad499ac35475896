package org.temoto.gas;

/** When a page changes its owner. */
public enum OwnershipPolicy {
  /** Only by {@link GlobalMemory#migrate}. */
  FIXED
}
