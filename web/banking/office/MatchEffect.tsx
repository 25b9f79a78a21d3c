// The order or loan to which a receipt would be assigned: its member, and what the money would do.
import type { MatchTarget, TargetOwner } from '#contract/banking/matches.ts';
import { matchText, payerText } from '#contract/banking/words.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { formatMoney } from '../../ui/format.ts';

/** Facts about the member behind an order or loan. */
export const ownerFacts = ({ name, bound, payer }: TargetOwner) => [
  { name: '會員', value: name ?? '未提供姓名' },
  { name: '綁定帳戶', value: bound ?? '沒有生效中的帳戶' },
  { name: '付款人', value: payerText[payer] },
];

/** Facts about what the money does: the part used, the rest, and the fee on a refund. */
export const effectFacts = ({ type, used, rest, fee }: MatchTarget) => [
  { name: matchText[type].used, value: <Money amount={used} /> },
  ...(rest > 0
    ? [
        {
          name: matchText[type].rest,
          value: (
            <>
              <Money amount={rest} />
              {fee > 0 && `（扣手續費 ${formatMoney(fee)}）`}
            </>
          ),
        },
      ]
    : []),
];
