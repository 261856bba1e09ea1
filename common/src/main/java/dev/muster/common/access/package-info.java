/** The doors of HTTP servers and the keys of their clients: names and origins that are let in, tokens, TLS. */
@NullMarked
package dev.muster.common.access;

import org.jspecify.annotations.NullMarked;
