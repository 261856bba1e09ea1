package dev.muster.common.agent.openai;

import dev.muster.common.model.ContentPart;
import tools.jackson.databind.node.ObjectNode;

/** The form in which a server takes an image, a recording or a file. */
@FunctionalInterface
public interface MediaForm {

    /** @throws UnsendableContent for media that the form can't carry */
    ObjectNode of(ContentPart.Media media) throws UnsendableContent;
}
