/** The pull of a cube of masses on a point. */
package org.temoto.apps.gravity;
