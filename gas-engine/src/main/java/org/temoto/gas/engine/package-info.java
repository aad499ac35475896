/** The implementation of spaces and memories over the SPI. Not for programs. */
package org.temoto.gas.engine;
