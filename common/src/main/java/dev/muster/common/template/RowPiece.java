package dev.muster.common.template;

import module java.base;

/** A part of a text. */
public sealed interface RowPiece {

    /** A text without names. */
    record Literal(String text) implements RowPiece {}

    /** A column whose value stands here. */
    record Name(String column) implements RowPiece {}

    /** Another name with its braces, which is expanded later. */
    record Kept(String text) implements RowPiece {}
}
