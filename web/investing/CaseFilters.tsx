// The filter of the case list: a bar on wide screens, a sheet on small ones, chips for what is on.
import { SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Plan } from '#contract/lending.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/TextInput.tsx';
import { Toggletip } from '../ui/Toggletip.tsx';
import {
  appliedOf,
  type CaseFilter,
  changed,
  cleared,
  type FilterName,
  fundingStates,
  gradeBands,
  rateBands,
  sorts,
} from './case-filter.ts';

/** The filter and what changes it; the list stays where it is. */
function useChange() {
  const [query, setQuery] = useSearchParams();
  const stay = { state: { keepScroll: true } };
  return {
    set: (name: FilterName | 'sort', value: string) => setQuery(changed(query, name, value), stay),
    clear: () => setQuery(cleared(query), stay),
  };
}

type Given = { filter: CaseFilter; plans: readonly Plan[] };
const optionsOf = (list: readonly { id: string; label: string }[]) =>
  list.map(({ id, label }) => ({ value: id, label }));

function FilterFields({ filter, plans }: Given) {
  const { set } = useChange();
  const terms = [...new Set(plans.flatMap((plan) => plan.installments))].toSorted((a, b) => a - b);
  const fields = [
    {
      name: 'plan',
      label: '方案',
      placeholder: '所有方案',
      options: plans.map(({ slug, listName }) => ({ value: slug, label: listName })),
    },
    { name: 'rate', label: '年化利率', placeholder: '不限', options: optionsOf(rateBands) },
    {
      name: 'term',
      label: '期數',
      placeholder: '不限',
      options: terms.map((term) => ({ value: String(term), label: `${term} 期` })),
    },
    { name: 'grade', label: '風險等級', placeholder: '不限', options: optionsOf(gradeBands) },
    { name: 'status', label: '募集狀態', placeholder: null, options: optionsOf(fundingStates) },
  ] as const;
  return fields.map(({ name, label, placeholder, options }) => (
    <Field key={name} label={label} optional={false}>
      <Select
        value={filter[name]}
        options={options}
        placeholder={placeholder}
        aria-required={undefined}
        onChange={(event) => set(name, event.target.value)}
      />
    </Field>
  ));
}

function SortField({ filter }: { filter: CaseFilter }) {
  const { set } = useChange();
  const id = useId();
  return (
    <div className="case-sort">
      <label htmlFor={id}>排序</label>
      <Select
        id={id}
        value={filter.sort}
        options={optionsOf(sorts)}
        placeholder={null}
        onChange={(event) => set('sort', event.target.value)}
      />
    </div>
  );
}

/** `count` is how many cases fit, once it is known. */
export function CaseFilters({ filter, plans, count }: Given & { count: number | undefined }) {
  const [open, setOpen] = useState(false);
  const { set, clear } = useChange();
  const planName = (slug: string) => plans.find((plan) => plan.slug === slug)?.listName ?? slug;
  const applied = appliedOf(filter, planName);
  return (
    <div className="case-filters">
      <div className="case-filter-bar">
        <FilterFields filter={filter} plans={plans} />
      </div>
      {applied.length > 0 && (
        <ul className="applied" aria-label="已套用的篩選">
          {applied.map(({ name, label }) => (
            <li key={name}>
              <button type="button" onClick={() => set(name, '')}>
                {label}
                <X size={16} aria-hidden="true" />
                <span className="visually-hidden">，移除這個篩選</span>
              </button>
            </li>
          ))}
          <li>
            <Button look="quiet" size="sm" onClick={clear}>
              清除全部
            </Button>
          </li>
        </ul>
      )}
      <div className="case-filter-row">
        {count !== undefined && (
          <p className="case-count">
            <b className="num">{count}</b> {applied.length > 0 ? '件符合條件' : '件募集中'}
            <Toggletip about="年化利率" align="start">
              卡片上是借款人支付的年化利率，未扣手續費與可能的損失；每個案件的試算會列出扣除後的數字。
            </Toggletip>
          </p>
        )}
        <Button
          className="case-filter-open"
          icon={<SlidersHorizontal size={18} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          篩選{applied.length > 0 && `（${applied.length}）`}
        </Button>
        <SortField filter={filter} />
      </div>
      <Drawer
        side="bottom"
        open={open}
        onClose={() => setOpen(false)}
        title="篩選案件"
        footer={
          <>
            {applied.length > 0 && <Button onClick={clear}>清除全部</Button>}
            <Button look="primary" onClick={() => setOpen(false)}>
              {count === undefined ? '顯示案件' : `顯示 ${count} 件`}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <FilterFields filter={filter} plans={plans} />
        </div>
      </Drawer>
    </div>
  );
}
