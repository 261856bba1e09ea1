package dev.muster.common.template;

/** Thrown when the values that a suite puts into its texts are too long together. */
public final class TooMuchText extends TemplateException {

    TooMuchText(String sentence) {
        super(sentence);
    }
}
