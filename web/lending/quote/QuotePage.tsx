// Page /loan/quote: six answers, and the terms to which they lead, before any papers.
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import type { Plan } from '#contract/lending/calls.ts';
import { occupations } from '#contract/options.ts';
import { renderContext } from '../../page-context.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import type { Choices } from './quote-form.ts';
import { Quoting } from './Quoting.tsx';
import '../lending.css';

/** Runs only in the loader, because the list of occupations is larger than the page. */
function choicesAmong(plans: readonly Plan[], first: string | null): Choices {
  const cheapest = plans.toSorted((a, b) => a.rateMax - b.rateMax || a.rateMin - b.rateMin);
  const works = occupations.flatMap(({ id, description, group }) => {
    const own = cheapest.filter((one) => one.occupations.includes(id));
    const text = `${group}・${description}`;
    return own.length > 0 ? [{ id, text, plans: own.map(({ slug }) => slug) }] : [];
  });
  const isOf = ({ plans: own }: (typeof works)[number]) => first !== null && own.includes(first);
  return {
    plans: plans.map(({ slug, listName, amountMin, amountMax, amountStep, installments }) => ({
      slug,
      listName,
      amountMin,
      amountMax,
      amountStep,
      installments,
    })),
    // Whoever comes from a plan finds its occupations first.
    works: works.toSorted((a, b) => Number(isOf(b)) - Number(isOf(a))),
  };
}

/** Returns a whole number of the address; undefined for anything else. */
function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const query = new URL(request.url).searchParams;
  const wish = { amount: numberIn(query, 'amount'), installment: numberIn(query, 'term') };
  try {
    const { data } = await api.lending.planList({});
    return { choices: data.length > 0 ? choicesAmong(data, query.get('plan')) : null, wish };
  } catch (error) {
    report(error);
    return { choices: null, wish };
  }
}

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '試算我的條件',
    description:
      '回答六個問題，不需註冊與文件，就知道自己的利率、每期還款、總成本與總費用年百分率。',
    path: paths.quote(),
    trail: [
      { name: '所有申貸方案', path: paths.plans() },
      { name: '試算我的條件', path: paths.quote() },
    ],
  });

export default function QuotePage() {
  const { choices, wish } = useLoaderData<typeof loader>();
  return (
    <div className="container page grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-2">
        <h1>試算我的條件</h1>
        <p className="max-w-prose text-ink-3">
          回答六個問題，用和審核相同的評分表計算。不需註冊、不需文件，也不會查詢您的信用紀錄。想先看方案內容，請到
          <Go to={paths.plans()}>所有方案</Go>。
        </p>
      </header>
      {choices === null ? (
        <ErrorState title="方案暫時無法載入" onRetry={() => window.location.reload()} />
      ) : (
        <Quoting choices={choices} wish={wish} />
      )}
    </div>
  );
}
