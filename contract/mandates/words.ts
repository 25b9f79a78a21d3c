// Labels of mandates and of the files with which the bank is told about them.
import type { CollectionFileRow, OfficeMandate } from './office.ts';

export const fileTypeText: Record<CollectionFileRow['type'], string> = {
  P01: '扣款',
  P02: '授權',
};

/** What a mandate covers. */
export const coversText = ({
  coversLoans,
  coversOrders,
}: Pick<OfficeMandate, 'coversLoans' | 'coversOrders'>): string =>
  [coversLoans && '每期還款', coversOrders && '出資訂單'].filter(Boolean).join('、');
