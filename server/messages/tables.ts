// Exports of the lists of notice texts and broadcasts.
import { broadcastsOffice } from '#contract/messages/broadcasts.ts';
import { wordingsOffice } from '#contract/messages/calls.ts';
import type { WordingRow } from '#contract/messages/calls.ts';
import { broadcastList, wordingList } from '#contract/messages/lists.ts';
import { atOnce, exportOf, shownAs } from '../tables/table.ts';
import { messagesActions } from './actions.ts';
import { broadcasts, fullView } from './broadcasts.ts';

const wordings = atOnce<WordingRow, object>(messagesActions.listWordings);

export const messagesTables = {
  wordingsTable: exportOf(wordingsOffice.listWordings.output.shape.data, wordingList, wordings),
  broadcastsTable: exportOf(
    broadcastsOffice.listBroadcasts.output.shape.data,
    broadcastList,
    shownAs(broadcasts, fullView),
  ),
};
