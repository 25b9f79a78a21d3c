// Columns of a receipt that is given to an order or loan, for the lot and for the second person.
import type { MatchTarget, TargetOwner } from '#contract/banking/matches.ts';
import { matchText, payerText } from '#contract/banking/words.ts';
import { Tag } from '../../../ui/display/Card.tsx';
import type { Column } from '../../../ui/display/Table.tsx';
import { formatMoney } from '../../../ui/format.ts';

type Line = {
  number: string;
  target: MatchTarget;
  owner: TargetOwner;
  /** Chosen by a person, because no owner was certain. */
  chosen?: boolean;
  note?: string | undefined;
};

/** What a line does with its money, in words. */
export function Effect({ target: { type, used, rest, fee } }: Pick<Line, 'target'>) {
  const feeText = fee > 0 ? `，扣手續費 ${formatMoney(fee)}` : '';
  return (
    <span className="block">
      <span className="block">
        {matchText[type].used} {formatMoney(used)}
      </span>
      {rest > 0 && (
        <span className="block text-sm text-ink-3">
          {matchText[type].rest} {formatMoney(rest)}
          {feeText}
        </span>
      )}
    </span>
  );
}

/** The member behind an order or loan, and the account that they have bound. */
export const ownerText = ({ name, bound }: TargetOwner): string =>
  `${name ?? '未提供姓名'}，${bound ?? '沒有生效中的帳戶'}`;

/** Columns about the owner and the effect, as the second person reads them. */
export const lineColumns: Column<Line>[] = [
  {
    key: 'number',
    label: '對象',
    head: true,
    cell: ({ number, owner, chosen }) => (
      <>
        <span className="num block font-bold">{number}</span>
        <span className="block text-sm font-normal text-ink-3">{ownerText(owner)}</span>
        {chosen && <Tag tone="attention">由經辦人員指定</Tag>}
      </>
    ),
  },
  {
    key: 'payer',
    label: '付款人',
    cell: ({ owner, note }) => (
      <>
        <span className="block">{payerText[owner.payer]}</span>
        {note && <span className="block text-sm">經辦說明：{note}</span>}
      </>
    ),
  },
  { key: 'effect', label: '核可後', cell: ({ target }) => <Effect target={target} /> },
];
