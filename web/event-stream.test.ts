// Tests that every event is parsed completely and once, wherever the stream is split, even within a
// character.
import { expect, test } from 'vitest';
import { eventsOf } from './event-stream.ts';

const whole = 'data: {"text":"已滿額"}\n\n:\n\ndata: {"n":2}\n\n';

function cutInto(size: number, text = whole): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
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

test('all line breaks and fields that the standard allows are accepted', async () => {
  const text = 'retry: 10\r\nid: 1\r\ndata:{"n":\r\ndata: 1}\r\n\r\nevent: x\rdata: 2\r\r';
  const events: unknown[] = [];
  for await (const event of eventsOf(cutInto(3, text))) events.push(event);
  expect(events).toEqual([{ n: 1 }, 2]);
});
