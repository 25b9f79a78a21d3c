// Reads server-sent events from the body of a fetch: EventSource cannot send a bearer token.
import { createParser } from 'eventsource-parser';

/** Yields the parsed JSON of each event, however the body is cut into chunks. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const arrived: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const data of arrived.splice(0)) yield JSON.parse(data) as unknown;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
