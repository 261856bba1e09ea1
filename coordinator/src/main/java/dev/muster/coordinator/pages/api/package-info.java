/** What the pages show: each type reads what one page needs, as the JSON of {@code /api/v1}. */
@NullMarked
package dev.muster.coordinator.pages.api;

import org.jspecify.annotations.NullMarked;
