/**
 * {@code ${NAME}}, {@code ${ENV.NAME}} and {@code ${captured.NAME}} in the texts of a suite: found, and expanded once.
 */
@NullMarked
package dev.muster.common.template;

import org.jspecify.annotations.NullMarked;
