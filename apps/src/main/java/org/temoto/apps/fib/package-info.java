/** Fibonacci numbers by their definition. */
package org.temoto.apps.fib;
