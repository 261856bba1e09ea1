/** Yao agents over HTTP: messages out, a stream of chunks in Yao's own message format (CUI) in. */
@NullMarked
package dev.muster.common.agent.yao;

import org.jspecify.annotations.NullMarked;
