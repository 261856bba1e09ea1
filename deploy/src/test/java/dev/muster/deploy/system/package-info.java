/** Tests the product as users run it: real processes, really killed. */
@NullMarked
package dev.muster.deploy.system;

import org.jspecify.annotations.NullMarked;
