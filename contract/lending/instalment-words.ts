// Words for the state of an instalment: what a borrower has to pay, and what an investor gets back.
import type { StateWord } from '../core/state-words.ts';
import type { Loan } from './calls.ts';

type Status = Loan['schedule'][number]['status'];

/**
 * Texts for borrower and investor. The borrower pays and the investor receives, so most states have
 * a text for each of them. Only an investor can lose an instalment, and only for them it matters
 * that principal and interest of a late one have come and the penalty has not.
 */
export const instalmentWords: Record<Status, { borrower: StateWord; investor: StateWord }> & {
  lost: { investor: StateWord };
  penalty: { investor: StateWord };
} = {
  upcoming: {
    borrower: { text: '未到期', tone: 'neutral' },
    investor: { text: '未到期', tone: 'neutral' },
  },
  due: {
    borrower: { text: '待還款', tone: 'attention' },
    investor: { text: '應還款', tone: 'info' },
  },
  partial: {
    borrower: { text: '部分已還', tone: 'progress' },
    investor: { text: '部分收回', tone: 'attention' },
  },
  paid: {
    borrower: { text: '已還清', tone: 'done' },
    investor: { text: '已收回', tone: 'done' },
  },
  late: {
    borrower: { text: '逾期', tone: 'problem' },
    investor: { text: '逾期', tone: 'problem' },
  },
  lost: { investor: { text: '無法收回', tone: 'problem' } },
  penalty: { investor: { text: '尚欠違約金', tone: 'attention' } },
};
