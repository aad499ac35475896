/** Address space: where a memory's bytes stand locally, and which of them a region means. */
package org.temoto.gas.engine.memory;
