/** What commands work with: where a command line is typed, the fleet and the store it reaches, the run it follows. */
@NullMarked
package dev.muster.deploy.session;

import org.jspecify.annotations.NullMarked;
