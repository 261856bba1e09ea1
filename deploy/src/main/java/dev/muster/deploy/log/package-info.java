/** The log format of this process. */
@NullMarked
package dev.muster.deploy.log;

import org.jspecify.annotations.NullMarked;
