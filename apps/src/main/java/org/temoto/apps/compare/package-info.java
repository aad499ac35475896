/** All pairs of elements of two arrays. */
package org.temoto.apps.compare;
