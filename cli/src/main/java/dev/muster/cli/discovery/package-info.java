/** Finds out which protocol an address speaks, and writes a project for it. */
@NullMarked
package dev.muster.cli.discovery;

import org.jspecify.annotations.NullMarked;
