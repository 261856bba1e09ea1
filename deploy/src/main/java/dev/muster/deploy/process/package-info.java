/** Other parts of Muster in processes of their own. */
@NullMarked
package dev.muster.deploy.process;

import org.jspecify.annotations.NullMarked;
