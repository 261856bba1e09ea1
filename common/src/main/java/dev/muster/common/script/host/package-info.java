/** The owner's side of the script host: a process started at the first call, bounded, and replaced when it fails. */
@NullMarked
package dev.muster.common.script.host;

import org.jspecify.annotations.NullMarked;
