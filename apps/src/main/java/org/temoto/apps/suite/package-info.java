/** What the applications of {@code temoto run} have in common. */
package org.temoto.apps.suite;
