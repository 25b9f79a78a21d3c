// Content of the outbox: encrypted from the moment it is written until it is sent.
import type { Secrets } from '../adapters/secrets.ts';
import type { Services } from '../services.ts';
import type { OutboxRow } from './outbox-queries.ts';

/** A message by mail, text message or push; a text message has neither subject nor HTML. */
export type Message = {
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  /** Path on the member site that a push message opens. */
  path?: string;
};
type Opening = Pick<Services, 'secrets'>;

const RECIPIENT = 'notices.outbox.recipient';
const LETTER = 'notices.outbox.letter';

/** Returns the keyed hash of a recipient that is stored with a message. */
export const recipientHashOf = (secrets: Pick<Secrets, 'fingerprint'>, to: string): string =>
  secrets.fingerprint('recipient', to.trim().toLowerCase());

/** Returns the keyed hashes with which all messages to an address or number can be found. */
export const recipientHashesOf = (secrets: Pick<Secrets, 'fingerprints'>, to: string) =>
  secrets.fingerprints('recipient', to.trim().toLowerCase());

export function encryptedMessage(secrets: Secrets, { to, ...letter }: Message) {
  const recipientHash = recipientHashOf(secrets, to);
  return {
    recipientHash,
    recipient: secrets.encrypt(RECIPIENT, recipientHash, to),
    letter: secrets.encrypt(LETTER, recipientHash, JSON.stringify(letter)),
  };
}

type Addressed = Pick<OutboxRow, 'recipient' | 'recipientHash'>;

/** Returns the decrypted recipient. */
export const recipientIn = ({ secrets }: Opening, { recipient, recipientHash }: Addressed) =>
  secrets.decrypt(RECIPIENT, recipientHash, recipient);

/** Returns the whole message; null once it was delivered, because the text is deleted then. */
export function messageIn(
  services: Opening,
  row: Addressed & { letter: string | null },
): Message | null {
  if (row.letter === null) return null;
  const text = services.secrets.decrypt(LETTER, row.recipientHash, row.letter);
  const letter = JSON.parse(text) as Omit<Message, 'to'>;
  return { to: recipientIn(services, row), ...letter };
}

/**
 * Returns why a message failed, without the recipient, whose address mail servers often repeat in
 * error messages.
 */
export const failureWithoutRecipient = (failure: string, to: string): string =>
  failure
    .replaceAll(to, '…')
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
    .replace(/(?:\+?886-?|0)9[\d-]{8,10}/g, '…')
    .slice(0, 500);
