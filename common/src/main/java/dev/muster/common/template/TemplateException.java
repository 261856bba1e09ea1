package dev.muster.common.template;

/** Thrown when the names in a text of a suite can't be filled in; the message says why. */
public abstract sealed class TemplateException extends RuntimeException permits UndefinedName, TooMuchText {

    TemplateException(String sentence) {
        super(sentence);
    }
}
