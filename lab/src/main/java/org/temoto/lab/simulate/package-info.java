/**
 * Sweeps: an application simulated for every combination of lists of options, and what is made of
 * the results.
 */
package org.temoto.lab.simulate;
