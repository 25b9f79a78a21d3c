// What a trust report says about client money that lacks and about differences with the bank.
import { formatMoney, negate, sum, ZERO } from '../../core/money.ts';
import type { TrustFigures } from './parts.ts';

/** Sentences for members about what bank and books differ in, and about client money that lacks. */
export function troublesOf({
  parts,
  differences,
}: Pick<TrustFigures, 'parts' | 'differences'>): string[] {
  const due = parts.find(({ kind }) => kind === 'platform_due')?.amount ?? ZERO;
  const between = sum(differences.map(({ amount }) => amount));
  return [
    ...(due < 0
      ? [`月底客戶款項短少 ${formatMoney(negate(due))}，由公司負責補足；補足之前專戶暫停付款。`]
      : []),
    ...(differences.length > 0
      ? [
          `月底銀行與帳上仍有 ${differences.length} 筆差額，合計 ${formatMoney(between)}；` +
            '每一筆都有人承辦，超過 1,000 元或超過 2 天的，原因經兩人確認後列於上表。',
        ]
      : []),
  ];
}
