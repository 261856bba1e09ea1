package dev.muster.common.channel.kafka;

import module java.base;
import dev.muster.common.channel.ChannelException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Passes records to a producer in order, on its own thread: a producer waiting for memory or a broker blocks the sending
 * thread, and callers must not block.
 */
final class Sender implements AutoCloseable {

    private final Producer<String, byte[]> producer;
    private final ExecutorService thread;

    Sender(String name, Producer<String, byte[]> producer) {
        this.producer = producer;
        this.thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
    }

    /** @param failed converts the failure to a sentence */
    CompletableFuture<Long> send(ProducerRecord<String, byte[]> record, Function<Exception, ChannelException> failed) {
        var appended = new CompletableFuture<Long>();
        try {
            thread.execute(() -> send(record, failed, appended));
        } catch (RejectedExecutionException e) {
            appended.completeExceptionally(failed.apply(e));
        }
        return appended;
    }

    private void send(ProducerRecord<String, byte[]> record, Function<Exception, ChannelException> failed,
            CompletableFuture<Long> appended) {
        try {
            var _ = producer.send(record, (metadata, failure) -> {
                if (failure == null) {
                    appended.complete(metadata.offset());
                } else {
                    appended.completeExceptionally(failed.apply(failure));
                }
            });
        } catch (RuntimeException e) {
            // complete the future whatever was thrown: someone waits for it
            appended.completeExceptionally(failed.apply(e));
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(1, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ofSeconds(5));
    }
}
