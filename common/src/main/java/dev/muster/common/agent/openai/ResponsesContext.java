package dev.muster.common.agent.openai;

import tools.jackson.databind.node.ArrayNode;

/**
 * Context of a request to the Responses API that reading its answer needs.
 *
 * @param messages of the history
 * @param sent the items of the input
 * @param stored whether the server keeps the response
 * @param continues whether the request continues from a response that the server keeps
 */
record ResponsesContext(int messages, ArrayNode sent, boolean stored, boolean continues) {}
