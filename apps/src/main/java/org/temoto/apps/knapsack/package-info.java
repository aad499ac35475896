/** Branch and bound, with a bound that all PEs share. */
package org.temoto.apps.knapsack;
