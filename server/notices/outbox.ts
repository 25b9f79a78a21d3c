// What lies in the outbox: sealed from the moment it is written until it is sent.
import type { Secrets } from '../adapters/secrets.ts';
import type { Services } from '../action.ts';
import type { OutboxRow } from './outbox-queries.ts';

/** What is sent, by mail or as a text message, which has neither subject nor HTML. */
export type Message = { to: string; subject: string | null; text: string; html: string | null };
type Opening = Pick<Services, 'secrets'>;

const RECIPIENT = 'notices.outbox.recipient';
const LETTER = 'notices.outbox.letter';

/** By which everything that was sent to an address or a number is found. */
export const recipientHashOf = (secrets: Pick<Secrets, 'fingerprint'>, to: string): string =>
  secrets.fingerprint('recipient', to.trim().toLowerCase());

export function sealedMessage(secrets: Secrets, { to, ...letter }: Message) {
  const recipientHash = recipientHashOf(secrets, to);
  return {
    recipientHash,
    recipient: secrets.seal(RECIPIENT, recipientHash, to),
    letter: secrets.seal(LETTER, recipientHash, JSON.stringify(letter)),
  };
}

type Addressed = Pick<OutboxRow, 'recipient' | 'recipientHash'>;

/** Whom it is for. */
export const recipientIn = ({ secrets }: Opening, { recipient, recipientHash }: Addressed) =>
  secrets.open(RECIPIENT, recipientHash, recipient);

/** The whole message; null once it was delivered, because its words are gone then. */
export function messageIn(
  services: Opening,
  row: Addressed & { letter: string | null },
): Message | null {
  if (row.letter === null) return null;
  const text = services.secrets.open(LETTER, row.recipientHash, row.letter);
  const letter = JSON.parse(text) as Omit<Message, 'to'>;
  return { to: recipientIn(services, row), ...letter };
}

/** Why a message could not be sent, without whom it was for: mail servers like to repeat it. */
export const namelessFailure = (failure: string, to: string): string =>
  failure
    .replaceAll(to, '…')
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
    .replace(/(?:\+?886-?|0)9[\d-]{8,10}/g, '…')
    .slice(0, 500);
