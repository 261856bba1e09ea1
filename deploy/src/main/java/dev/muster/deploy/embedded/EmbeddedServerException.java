package dev.muster.deploy.embedded;

/** An embedded server could not be started, reached or stopped. The message is one sentence for the user. */
public final class EmbeddedServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EmbeddedServerException(String sentence) {
        super(sentence);
    }

    EmbeddedServerException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
