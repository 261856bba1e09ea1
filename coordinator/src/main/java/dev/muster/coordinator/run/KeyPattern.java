package dev.muster.coordinator.run;

import module java.base;

/** Matches cases by their keys; {@code *} matches any characters, or none. Linear in practice, and never recursive. */
record KeyPattern(String pattern) {

    /** Whether a key matches. Backtracks to the last star only: it can match whatever an earlier star could. */
    boolean matches(String key) {
        int at = 0;
        int star = -1;
        int from = 0;
        for (int i = 0; i < key.length();) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                from = i;
            } else if (at < pattern.length() && pattern.charAt(at) == key.charAt(i)) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++from;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
