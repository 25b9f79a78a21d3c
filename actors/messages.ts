// Reads the mails and text messages that a demonstration has sent.
import { demo } from '#contract/index.ts';
import { type Client, until } from './client.ts';

const { outbox } = demo.demonstration;

/** Returns the messages to a recipient, newest first. */
export const messagesTo = async (client: Pick<Client, 'ok'>, to: string) =>
  (await client.ok(outbox, { to })).data;

/** Waits for a message to a recipient that matches, and returns the match in the newest one. */
export const newest = (client: Client, to: string, find: RegExp): Promise<RegExpExecArray> =>
  until(`a message to ${to}`, async () => {
    for (const { text, links } of await messagesTo(client, to)) {
      const match = find.exec([text, ...links].join('\n'));
      if (match) return match;
    }
    return null;
  });

/**
 * Calls `send`, waits for the text message that it causes, and returns the code in that message.
 */
export async function codeAfter(
  client: Client,
  phone: string,
  send: () => Promise<unknown>,
): Promise<string> {
  const [before] = await messagesTo(client, phone);
  await send();
  return until(`a code to ${phone}`, async () => {
    const [message] = await messagesTo(client, phone);
    if (!message || message.id === before?.id) return null;
    return /\d{6}/.exec(message.text)?.[0];
  });
}
