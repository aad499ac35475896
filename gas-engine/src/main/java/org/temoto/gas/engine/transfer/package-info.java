/** A strand's means of communication: its channel, its buffers, its counters. */
package org.temoto.gas.engine.transfer;
