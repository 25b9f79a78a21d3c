// What the program compares of a proof of income by itself.
import { formatMoney, type Money, money, times } from '#contract/core/money.ts';
import { annualIncomes, optionText } from '#contract/options.ts';
import type { Check } from '#contract/tasks/kind.ts';
import type { Work } from '../../work.ts';
import { compared, type Compared } from '../payee/compared.ts';
import { sharedFacts, sharedPapers, sharedText } from '../payee/shared.ts';
import type { Person } from '../person.ts';
import { incomeBands } from '../rules.ts';
import type { StatementRow } from './statement-queries.ts';

/** Share of the declared income, in percent, below which the proven one is asked about. */
const LEAST_SHARE = 80;

/**
 * Whether a year of the proven income reaches the declared band, or nearly; null for a band that
 * the settings have added, whose bounds are not known.
 */
export function declaredCheck(band: number, monthlyIncome: Money): Check | null {
  const bounds = incomeBands[band];
  if (!bounds) return null;
  const annual = times(monthlyIncome, 12);
  const ok = annual * 100 >= bounds[0] * LEAST_SHARE;
  const declared = `申報級距「${optionText(annualIncomes, band)}」`;
  const proven = `文件換算年收入 ${formatMoney(annual)}`;
  const text = ok
    ? `${proven}，與${declared}相當`
    : `${proven}，不到${declared}下限的 ${LEAST_SHARE}%`;
  return { code: 'INCOME_DECLARED', text, ok };
}

/** Checks of a proof of income. If `ok` is false, the reviewer must answer it. */
export async function statementChecks(
  work: Work,
  { memberId, monthlyIncome, uploads }: StatementRow,
  person: Pick<Person, 'annualIncome'> | null,
): Promise<Compared[]> {
  const band = person?.annualIncome ?? 0;
  const declared = declaredCheck(band, money(monthlyIncome));
  const papers = await sharedPapers(work, memberId, uploads);
  const same = sharedText(papers, '上傳了完全相同的文件');
  const unique = {
    code: 'PAPERS_UNIQUE',
    text: same ?? '上傳的文件沒有其他會員用過',
    ok: same === null,
  };
  const { who } = papers;
  return [
    ...(declared
      ? [compared(declared, { flag: 'INCOME_LOW', facts: `${monthlyIncome},${band}` })]
      : []),
    compared(unique, { flag: 'PAPERS_SHARED', facts: sharedFacts(papers), who }),
  ];
}
