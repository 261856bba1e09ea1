/** The log format of this process. */
@NullMarked
package dev.muster.cli.log;

import org.jspecify.annotations.NullMarked;
