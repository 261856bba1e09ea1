/** Scripted agents on loopback and the bundled suites for them: what {@code muster demo} shows. */
@NullMarked
package dev.muster.cli.demo;

import org.jspecify.annotations.NullMarked;
