package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.time.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations on the command line, in the format of suites. */
final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
