<?php

declare(strict_types=1);

/**
 * The events that arrived, as files of a folder. `<id>.json` is an event, `<id>.handled` marks it as handled. Both stay for 31
 * days, because Tidings can send an event again for 30 days.
 */
final class EventStore
{
    private const RETENTION_SECONDS = 31 * 86_400;

    public function __construct(private readonly string $folder)
    {
        if (!is_dir($folder) && !mkdir($folder, 0700, true) && !is_dir($folder)) {
            throw new RuntimeException("the folder $folder cannot be created");
        }
    }

    /** Stores an event. A duplicate has the same id and changes nothing. */
    public function add(string $id, string $body): void
    {
        // The id becomes the name of a file.
        if (preg_match('/^evt_[A-Za-z0-9]+$/D', $id) !== 1) {
            throw new InvalidArgumentException('this is not the id of an event');
        }
        // A link appears with its whole content or not at all, and fails if the name exists.
        $written = tempnam($this->folder, 'new-');
        if ($written === false || file_put_contents($written, $body) !== strlen($body)) {
            throw new RuntimeException('the event cannot be stored');
        }
        $isNew = @link($written, $this->file($id, 'json'));
        unlink($written);
        if (!$isNew && !is_file($this->file($id, 'json'))) {
            throw new RuntimeException('the event cannot be stored');
        }
    }

    /** Handles what is stored and not handled yet, one event after another. A second process does nothing meanwhile. */
    public function handlePending(callable $handle): void
    {
        $lock = fopen("$this->folder/lock", 'c');
        if ($lock === false || !flock($lock, LOCK_EX | LOCK_NB)) {
            return;
        }
        foreach ($this->pending() as $event) {
            try {
                $handle($event);
                touch($this->file($event['id'], 'handled'));
            } catch (Throwable $error) {
                fwrite(STDERR, "{$event['id']} is not handled and will be tried again: {$error->getMessage()}\n");
            }
        }
        $this->purge();
    }

    private function pending(): array
    {
        $files = array_filter(
            glob("$this->folder/evt_*.json") ?: [],
            fn (string $file): bool => !is_file($this->file(basename($file, '.json'), 'handled')),
        );
        $events = array_map(fn (string $file): array => json_decode(file_get_contents($file), true), $files);
        usort($events, fn (array $one, array $two): int => $one['occurred_at'] <=> $two['occurred_at']);
        return $events;
    }

    private function purge(): void
    {
        foreach (glob("$this->folder/evt_*.handled") ?: [] as $marker) {
            if (filemtime($marker) < time() - self::RETENTION_SECONDS) {
                unlink($this->file(basename($marker, '.handled'), 'json'));
                unlink($marker);
            }
        }
    }

    private function file(string $id, string $suffix): string
    {
        return "$this->folder/$id.$suffix";
    }
}
