/** The script host as its owner has it: a process started at the first call, bounded, and replaced when it breaks. */
@NullMarked
package dev.muster.common.script.host;

import org.jspecify.annotations.NullMarked;
