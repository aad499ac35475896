/** Tests of programs: {@link org.temoto.junit.TemotoTest} runs a method on a simulated cluster. */
package org.temoto.junit;
