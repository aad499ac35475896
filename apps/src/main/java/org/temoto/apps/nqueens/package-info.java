/** All ways to place n queens on a board so that none attacks another. */
package org.temoto.apps.nqueens;
