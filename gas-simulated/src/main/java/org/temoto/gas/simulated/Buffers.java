package org.temoto.gas.simulated;

/** Choice of how a simulated backend keeps local copies of global memory (Ikegami and Taura). */
public enum Buffers {
  /**
   * Each PE has copies of its own, as on a cluster: a forgotten localize or commit gives a wrong
   * answer.
   */
  SEPARATE,
  /**
   * The global memory itself is handed out: localize and commit cost what the network says and move
   * nothing.
   */
  IDENTITY
}
