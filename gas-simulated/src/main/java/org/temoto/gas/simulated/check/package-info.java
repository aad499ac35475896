/**
 * The checker of simulated jobs: it follows tasks and views, and finds what breaks the promises of
 * docs/memory-model.md. Views are its accesses; loads and stores cost nothing.
 */
package org.temoto.gas.simulated.check;
