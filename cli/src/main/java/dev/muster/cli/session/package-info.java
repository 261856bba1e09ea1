/** What commands work with: the shell, the fleet and the store they reach, the run they follow. */
@NullMarked
package dev.muster.cli.session;

import org.jspecify.annotations.NullMarked;
