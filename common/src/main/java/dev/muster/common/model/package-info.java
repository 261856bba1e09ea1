/** The model of a resolved case: everything after the suite readers knows only this model. */
@NullMarked
package dev.muster.common.model;

import org.jspecify.annotations.NullMarked;
