/**
 * A cluster in one JVM: every PE has a heap, channels and strands of its own, and a network between
 * them that is as weakly ordered as OpenSHMEM allows and, if asked, as slow as a real one.
 */
package org.temoto.gas.simulated.backend;
