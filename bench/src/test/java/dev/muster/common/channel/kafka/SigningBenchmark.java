package dev.muster.common.channel.kafka;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it costs to sign a record and to check it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SigningBenchmark {

    private static final String TOPIC = "muster.results";
    private static final String KEY = "tests/shop.jsonl#17";

    /** A beat, an order or a usual result, a large result. */
    @Param({"200", "2000", "100000"})
    public int bytes;

    private final Signatures signatures = new Signatures(FleetKey.of(FleetKey.random()));
    private byte[] value = new byte[0];
    private ConsumerRecord<String, byte[]> signed = new ConsumerRecord<>(TOPIC, 3, 0, KEY, value);

    @Setup
    public void setUp() {
        value = "x".repeat(bytes).getBytes(StandardCharsets.UTF_8);
        signed = new ConsumerRecord<>(TOPIC, 3, 0, KEY, value);
        sign().headers().forEach(signed.headers()::add);
    }

    @Benchmark
    public ProducerRecord<String, byte[]> sign() {
        var record = new ProducerRecord<>(TOPIC, 3, KEY, value);
        signatures.sign(record);
        return record;
    }

    @Benchmark
    public boolean check() {
        return signatures.good(signed);
    }
}
