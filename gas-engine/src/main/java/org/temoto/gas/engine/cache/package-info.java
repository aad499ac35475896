/** Cache of the pages that this PE has of its memories: states, residency, eviction. */
package org.temoto.gas.engine.cache;
