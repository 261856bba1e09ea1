/** Finds out which protocol an address speaks, and writes a project for it. */
@NullMarked
package dev.muster.deploy.discovery;

import org.jspecify.annotations.NullMarked;
