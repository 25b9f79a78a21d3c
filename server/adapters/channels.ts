// Chooses the senders of push messages and of LINE messages.
import type { Clock } from '../action.ts';
import type { Config } from '../config/config.ts';
import { type LineSender, createLine } from './line/line.ts';
import { type PushSender, createPush, createPushStandIn } from './push/push.ts';

/** Channels that members may switch on; null if members are not offered the channel. */
export type Channels = { push: PushSender | null; line: LineSender | null };

/** Opens both channels; in a demonstration nothing is sent. */
export function openChannels({ push, line, demonstration }: Config, { realNow }: Clock): Channels {
  return {
    push: push && (demonstration ? createPushStandIn(push) : createPush(push, realNow)),
    line: line && createLine(line.sender),
  };
}
