/** Tests how PostgreSQL executes the statements of the store, whatever statistics it has. */
@NullMarked
package dev.muster.system.plans;

import org.jspecify.annotations.NullMarked;
