/** Localize as the program sees it: views, and the strands that open them. */
package org.temoto.gas.engine.view;
