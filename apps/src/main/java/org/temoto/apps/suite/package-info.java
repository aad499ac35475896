/** Common parts of the applications of {@code temoto run}. */
package org.temoto.apps.suite;
