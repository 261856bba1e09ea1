package dev.muster.common.json;

import module java.base;

/** Marks a component that names or locates something, whose texts stay as the author wrote them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface AsWritten {}
