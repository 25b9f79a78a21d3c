// Message functions of the office; members are still notified through the notices feature.
import type { messagesLists } from '#contract/messages/lists.ts';
import type { broadcastsOffice } from '#contract/messages/broadcasts.ts';
import type { deliveriesOffice } from '#contract/messages/deliveries.ts';
import type { wordingsOffice } from '#contract/messages/calls.ts';
import type { Actions } from '../call.ts';
import type { Hooks } from '../hooks.ts';
import type { Job } from '../jobs/job.ts';
import { broadcastsToSend } from './broadcast-queries.ts';
import { broadcastActions, broadcastTask, sendBroadcasts } from './broadcasts.ts';
import { deliveryActions } from './deliveries.ts';
import { wordingActions, wordingTask } from './wordings.ts';

type Calls = typeof wordingsOffice &
  typeof broadcastsOffice &
  typeof deliveriesOffice &
  typeof messagesLists;

export const messagesActions: Actions<{ messages: Calls }>['messages'] = {
  ...wordingActions,
  ...broadcastActions,
  ...deliveryActions,
};

export const messagesTasks: Hooks['tasks'] = {
  broadcast_approval: broadcastTask,
  wording_check: wordingTask,
};

export const messagesJobs: readonly Job[] = [
  {
    name: 'messages.broadcasts',
    each: 'minute',
    due: ({ now }) => [broadcastsToSend(now)],
    run: sendBroadcasts,
  },
];
