/** What this PE has of the pages of its memories: states, residency, eviction. */
package org.temoto.gas.engine.cache;
