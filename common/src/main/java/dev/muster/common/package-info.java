/** What worker and coordinator share, and what knows neither of them. */
@NullMarked
package dev.muster.common;

import org.jspecify.annotations.NullMarked;
