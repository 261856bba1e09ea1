/** The examples of the documents that Muster follows, run as a person would run them. */
@NullMarked
package dev.muster.deploy.conformance;

import org.jspecify.annotations.NullMarked;
