// Exports of the lists of notice texts and broadcasts.
import type { WordingRow } from '#contract/messages/calls.ts';
import { broadcastList, wordingList } from '#contract/messages/lists.ts';
import { atOnce, exportOf, shownAs } from '../tables/table.ts';
import { messagesActions } from './actions.ts';
import { broadcasts, fullView } from './broadcasts.ts';

const wordings = atOnce<WordingRow, object>(messagesActions.listWordings);

export const messagesTables = {
  wordingsTable: exportOf(wordingList, wordings),
  broadcastsTable: exportOf(broadcastList, shownAs(broadcasts, fullView)),
};
