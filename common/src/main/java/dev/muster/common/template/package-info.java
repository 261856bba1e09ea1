/** {@code ${NAME}}, {@code ${ENV.NAME}} and {@code ${captured.NAME}} in what a suite says: found, and filled in once. */
@NullMarked
package dev.muster.common.template;

import org.jspecify.annotations.NullMarked;
