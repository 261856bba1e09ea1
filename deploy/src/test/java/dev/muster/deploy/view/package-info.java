/** Tests of what the pages read. */
@NullMarked
package dev.muster.deploy.view;

import org.jspecify.annotations.NullMarked;
