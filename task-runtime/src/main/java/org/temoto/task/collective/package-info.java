/**
 * Collective operations of all PEs that travel while tasks compute (after KACC, by Nomura and
 * Ishikawa).
 */
package org.temoto.task.collective;
