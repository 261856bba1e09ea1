/** Tests of what the pages read. */
@NullMarked
package dev.muster.system.view;

import org.jspecify.annotations.NullMarked;
