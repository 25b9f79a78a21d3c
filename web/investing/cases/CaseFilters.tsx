// Filter of the case list: a bar on wide screens, a sheet on small ones, chips for what is set.
import { LayoutGrid, SlidersHorizontal, Table2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { optionText } from '#contract/options.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Choices.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { Toggletip } from '../../ui/overlay/Toggletip.tsx';
import {
  amountEnds,
  appliedOf,
  type CaseFilter,
  changed,
  cleared,
  type FilterName,
  fundingStates,
  gradeBands,
  type Range,
  rangeText,
  rateEnds,
  sortOf,
  sorts,
  toggled,
} from './case-filter.ts';
import { usePurposes } from './use-purposes.ts';

/** Returns the filter and functions to change it; the focus stays on the control used. */
export function useChange() {
  const [query, setQuery] = useSearchParams();
  const keep = { state: { keepFocus: true } };
  return {
    set: (name: FilterName | 'sort' | 'view', value: string) =>
      setQuery(changed(query, name, value), keep),
    clear: () => setQuery(cleared(query), keep),
  };
}

export type FilterPlan = { slug: string; listName: string; installments: readonly number[] };
type Props = { filter: CaseFilter; plans: readonly FilterPlan[] };
type Option = { value: string; label: string };
const optionsOf = (list: readonly { id: string; label: string }[]): Option[] =>
  list.map(({ id, label }) => ({ value: id, label }));

/** Selects minimum and maximum; each select offers only values that leave a range between both. */
function RangeField({
  name,
  label,
  value,
  ends,
  word,
}: {
  name: 'rate' | 'amount';
  label: string;
  value: Range;
  ends: readonly number[];
  word: (end: number) => string;
}) {
  const { set } = useChange();
  const numberOf = (text: string) => (text === '' ? null : Number(text));
  const choices = (fits: (end: number) => boolean, own: number | null) =>
    [...new Set([...ends.filter(fits), ...(own === null ? [] : [own])])]
      .toSorted((a, b) => a - b)
      .map((end) => ({ value: String(end), label: word(end) }));
  const { min, max } = value;
  return (
    <fieldset
      className="m-0 grid min-w-0 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2
        border-0 p-0 [&>legend]:mb-1.5 [&>legend]:p-0"
    >
      <legend className="field-label">{label}</legend>
      <Select
        aria-label={`${label}最低`}
        value={min === null ? '' : String(min)}
        options={choices((end) => max === null || end <= max, min)}
        placeholder="不限"
        onChange={(event) => set(name, rangeText({ min: numberOf(event.target.value), max }))}
      />
      <span aria-hidden="true">–</span>
      <Select
        aria-label={`${label}最高`}
        value={max === null ? '' : String(max)}
        options={choices((end) => min === null || end >= min, max)}
        placeholder="不限"
        onChange={(event) => set(name, rangeText({ min, max: numberOf(event.target.value) }))}
      />
    </fieldset>
  );
}

/** Multiple choice among a few options. */
function ChipsField({
  name,
  label,
  values,
  options,
}: {
  name: 'plan' | 'term' | 'grade';
  label: string;
  values: readonly string[];
  options: readonly Option[];
}) {
  const { set } = useChange();
  return (
    <div className="filter-chips" role="group" aria-label={label}>
      <span className="field-label" aria-hidden="true">
        {label}
      </span>
      <div className="chips">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="chip"
            aria-pressed={values.includes(option.value)}
            onClick={() => set(name, toggled(values, option.value))}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
}

function SelectFields({ filter }: { filter: CaseFilter }) {
  const { set } = useChange();
  const purposes = usePurposes();
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_4fr_3fr_2fr] lg:items-end">
      <RangeField
        name="rate"
        label="年化利率"
        value={filter.rate}
        ends={rateEnds}
        word={(end) => `${end}%`}
      />
      <RangeField
        name="amount"
        label="借款金額"
        value={filter.amount}
        ends={amountEnds}
        word={(end) => formatMoney(end)}
      />
      <Field label="資金用途" optional={false}>
        <Select
          value={filter.purpose}
          options={purposes.map(({ id, description }) => ({
            value: String(id),
            label: description,
          }))}
          placeholder="不限"
          aria-required={undefined}
          onChange={(event) => set('purpose', event.target.value)}
        />
      </Field>
      <Field label="募集狀態" optional={false}>
        <Select
          value={filter.status}
          options={optionsOf(fundingStates)}
          placeholder={null}
          aria-required={undefined}
          onChange={(event) => set('status', event.target.value)}
        />
      </Field>
    </div>
  );
}

function FilterFields({ filter, plans }: Props) {
  const { set } = useChange();
  const terms = [...new Set(plans.flatMap((plan) => plan.installments))].toSorted((a, b) => a - b);
  return (
    <>
      <SelectFields filter={filter} />
      <ChipsField
        name="plan"
        label="方案"
        values={filter.plan}
        options={plans.map(({ slug, listName }) => ({ value: slug, label: listName }))}
      />
      <ChipsField
        name="term"
        label="期數"
        values={filter.term}
        options={terms.map((term) => ({ value: String(term), label: `${term} 期` }))}
      />
      <ChipsField
        name="grade"
        label="風險等級"
        values={filter.grade}
        options={optionsOf(gradeBands)}
      />
      <Checkbox
        checked={filter.fundable}
        onChange={(event) => set('fundable', event.target.checked ? '1' : '')}
      >
        只看可出資（排除自己的申貸案、已滿額與已達您上限的案件）
      </Checkbox>
    </>
  );
}

function SortField({ filter }: { filter: CaseFilter }) {
  const { set } = useChange();
  const id = useId();
  // If a column of the table decides the order, the list of sort orders shows that order too.
  const own = sortOf(filter.sort);
  const list = sorts.some((sort) => sort.id === own.id) ? sorts : [...sorts, own];
  return (
    <div className="case-sort">
      <label htmlFor={id}>排序</label>
      <Select
        id={id}
        value={filter.sort}
        options={optionsOf(list)}
        placeholder={null}
        onChange={(event) => set('sort', event.target.value)}
      />
    </div>
  );
}

function ViewToggle({ view }: { view: CaseFilter['view'] }) {
  const { set } = useChange();
  return (
    <div className="case-view" role="group" aria-label="顯示方式">
      <IconButton
        label="以卡片顯示"
        aria-pressed={view === 'cards'}
        onClick={() => set('view', 'cards')}
      >
        <LayoutGrid size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="以表格顯示"
        aria-pressed={view === 'table'}
        onClick={() => set('view', 'table')}
      >
        <Table2 size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function AppliedChips({ filter, plans }: Props) {
  const { set, clear } = useChange();
  const planName = (slug: string) => plans.find((plan) => plan.slug === slug)?.listName ?? slug;
  const purposes = usePurposes();
  const applied = appliedOf(filter, planName, (id) => optionText(purposes, id));
  if (applied.length === 0) return null;
  return (
    <ul className="applied" aria-label="已套用的篩選">
      {applied.map(({ name, label, without }) => (
        <li key={`${name} ${label}`}>
          <button type="button" onClick={() => set(name, without)}>
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
  );
}

/** `count` is the number of matching cases, once it is known. */
export function CaseFilters({ filter, plans, count }: Props & { count: number | undefined }) {
  const [open, setOpen] = useState(false);
  const { clear } = useChange();
  const applied = appliedOf(filter, String).length;
  return (
    <div className="grid gap-4">
      <div className="case-filter-bar">
        <FilterFields filter={filter} plans={plans} />
      </div>
      <AppliedChips filter={filter} plans={plans} />
      <div className="case-filter-row">
        {count !== undefined && (
          <p className="case-count">
            <b className="num">{count}</b> {applied > 0 ? '件符合條件' : '件募集中'}
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
          篩選{applied > 0 && `（${applied}）`}
        </Button>
        <SortField filter={filter} />
        <ViewToggle view={filter.view} />
      </div>
      <Drawer
        side="bottom"
        open={open}
        onClose={() => setOpen(false)}
        title="篩選案件"
        footer={
          <>
            {applied > 0 && <Button onClick={clear}>清除全部</Button>}
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
