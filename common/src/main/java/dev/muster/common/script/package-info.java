/** A project's script functions: named {@code scripts:a.b.c}, called with a JSON document, answered with JSON. */
@NullMarked
package dev.muster.common.script;

import org.jspecify.annotations.NullMarked;
