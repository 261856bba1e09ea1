/** Results as they travel and are stored: a head that decides, and details that are read one by one. */
@NullMarked
package dev.muster.common.block;

import org.jspecify.annotations.NullMarked;
