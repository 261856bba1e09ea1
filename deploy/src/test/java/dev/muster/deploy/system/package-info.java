/** The product as its users have it: real processes, killed for real. */
@NullMarked
package dev.muster.deploy.system;

import org.jspecify.annotations.NullMarked;
