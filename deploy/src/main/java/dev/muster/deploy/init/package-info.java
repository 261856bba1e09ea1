/** A new project: what {@code muster init} writes. */
@NullMarked
package dev.muster.deploy.init;

import org.jspecify.annotations.NullMarked;
