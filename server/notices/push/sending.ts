// Writes push messages to the outbox, one for each device of the member.
import { type ContactHours, nextWithin } from '#contract/servicing/contact-hours.ts';
import type { Work } from '../../work.ts';
import { traceParent } from '../../telemetry/tracing.ts';
import { type About, insertOutbox } from '../outbox-queries.ts';
import { encryptedMessage } from '../outbox.ts';
import { type Wording, wantsPush } from '../rules.ts';
import { recipientOfDevice } from './devices.ts';
import { listDevices } from './device-queries.ts';

/** Page that a message opens if its notice leads nowhere on this site. */
const NOTICES = '/account/notification';

type Pushed = {
  notice: { memberId: number; category: string; link: string };
  words: Wording;
  about: About;
  hours: ContactHours;
};

/** Sends what a lock screen may show, within the hours of messages. */
export async function pushToDevices(
  work: Work,
  member: { pushOff: readonly string[] },
  { notice, words, about, hours }: Pushed,
): Promise<void> {
  const { tx, services, now, realNow } = work;
  if (!services.push || !wantsPush(notice, member)) return;
  const from = nextWithin(hours, realNow);
  const path = /^\/(?![/\\])/.test(notice.link) ? notice.link : NOTICES;
  for (const { id } of await listDevices(tx, notice.memberId)) {
    const to = recipientOfDevice(id);
    const message = { to, subject: words.title, text: words.body, html: null, path };
    await insertOutbox(tx, {
      channel: 'push',
      ...encryptedMessage(services.secrets, message),
      now,
      about,
      hours,
      notBefore: from > realNow ? from : null,
      requestId: work.requestId,
      traceParent: traceParent(),
    });
  }
}
