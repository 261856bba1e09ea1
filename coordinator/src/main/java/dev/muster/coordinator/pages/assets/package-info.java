/** The page that shows results in a browser: its scripts and styles, and the class that assembles them. */
@NullMarked
package dev.muster.coordinator.pages.assets;

import org.jspecify.annotations.NullMarked;
