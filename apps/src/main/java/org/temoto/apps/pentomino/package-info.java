/** All ways to fill a rectangle with pentominoes. */
package org.temoto.apps.pentomino;
