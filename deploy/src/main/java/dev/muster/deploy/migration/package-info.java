/** Makes projects of other tools' configurations. */
@NullMarked
package dev.muster.deploy.migration;

import org.jspecify.annotations.NullMarked;
