package dev.muster.common.agent.openai;

import dev.muster.common.model.ContentPart;
import tools.jackson.databind.node.ObjectNode;

/** How a server wants an image, a recording or a file to be written. */
@FunctionalInterface
public interface MediaForm {

    /** @throws UnsendableContent for what it has no place for */
    ObjectNode of(ContentPart.Media media) throws UnsendableContent;
}
