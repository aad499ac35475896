/** Options of simulated jobs, and the exception with which a checked one fails. */
package org.temoto.gas.simulated;
