// A stream may be cut anywhere, within a character too: every event still comes whole, once.
import { expect, test } from 'vitest';
import { eventsOf } from './event-stream.ts';

const whole = 'data: {"text":"已滿額"}\n\n:\n\ndata: {"n":2}\n\n';

function cutInto(size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(whole);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.slice(at, at + size));
      }
      controller.close();
    },
  });
}

test.each([1, 2, 3, 7, 1000])('cut into pieces of %i bytes', async (size) => {
  const events: unknown[] = [];
  for await (const event of eventsOf(cutInto(size))) events.push(event);
  expect(events).toEqual([{ text: '已滿額' }, { n: 2 }]);
});
