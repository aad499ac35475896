/** What a strand communicates with: its channel, its buffers, its counters. */
package org.temoto.gas.engine.transfer;
