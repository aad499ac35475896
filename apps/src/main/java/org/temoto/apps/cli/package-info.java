/**
 * The {@code temoto} command: options in, one line of JSON or a summary out, exit codes that
 * scripts can rely on.
 */
package org.temoto.apps.cli;
