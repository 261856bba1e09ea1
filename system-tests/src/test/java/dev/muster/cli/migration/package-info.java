/** Tests what becomes of other tools' configurations. */
@NullMarked
package dev.muster.cli.migration;

import org.jspecify.annotations.NullMarked;
