package dev.muster.common.json;

import module java.base;

/** Marks a record whose components are flattened in JSON into those of the enclosing record. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Flat {}
