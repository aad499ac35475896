/** Unbalanced tree search: counting a tree that only hashing tells the shape of. */
package org.temoto.apps.uts;
