/** What the pages show: each type reads what one page needs, as the JSON of {@code /api/v1}. */
@NullMarked
package dev.muster.coordinator.view;

import org.jspecify.annotations.NullMarked;
