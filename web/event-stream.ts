// Server-sent events out of a body, however it is cut into pieces: the data of each, parsed.
// EventSource cannot send a bearer, so that the page reads the stream of a fetch itself.

/** Every event's JSON in turn; comments, which only keep the connection open, are passed over. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const data = part
          .split('\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice('data: '.length))
          .join('\n');
        if (data) yield JSON.parse(data) as unknown;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
