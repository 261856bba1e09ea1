/** How this process writes its log. */
@NullMarked
package dev.muster.deploy.log;

import org.jspecify.annotations.NullMarked;
