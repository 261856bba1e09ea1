/** What a process tells whoever watches over it: that it lives, whether it can do its work, and its figures. */
@NullMarked
package dev.muster.common.status;

import org.jspecify.annotations.NullMarked;
