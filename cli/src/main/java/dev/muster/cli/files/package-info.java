/** Files and folders: of this build, private ones, temporary ones. */
@NullMarked
package dev.muster.cli.files;

import org.jspecify.annotations.NullMarked;
