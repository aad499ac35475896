/** Options of jobs on a cluster. */
package org.temoto.gas.cluster;
