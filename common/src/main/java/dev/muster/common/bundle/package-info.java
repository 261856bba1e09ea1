/** The files that cases need beside themselves, and how they are found where a case runs. */
@NullMarked
package dev.muster.common.bundle;

import org.jspecify.annotations.NullMarked;
