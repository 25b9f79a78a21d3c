// The fields of a list's filter bar, and what is chosen in them, by the list's definition.
import type { AnyList } from '#contract/core/list.ts';
import { type FilterTextKind, isShown } from '#contract/core/filters.ts';
import type { Filter } from '../kit/FilterBar.tsx';
import * as texts from '../filtering/filter-texts.ts';

const textOf: Record<FilterTextKind, texts.FilterText> = {
  id: texts.idText,
  orderId: texts.orderIdText,
  case: texts.caseText,
  amount: texts.amountText,
  account: texts.accountText,
  invoice: texts.invoiceText,
  transfer: texts.transferText,
  action: texts.actionCodeText,
  address: texts.addressText,
  code: texts.codeText,
};
/** Texts of digits only, for which phones show their keys of digits. */
const digits: readonly FilterTextKind[] = ['id', 'amount', 'account'];

/** Returns the fields of a list's filter bar, in the order of its definition. */
export const filtersOf = ({ filters }: Pick<AnyList, 'filters'>): readonly Filter[] =>
  Object.entries(filters).flatMap(([name, filter]): Filter[] => {
    if (!isShown(filter)) return [];
    const { label, control } = filter;
    if (control.kind !== 'text') return [{ name, label, ...control }];
    const { text, ...how } = control;
    return [
      {
        name,
        label,
        ...how,
        ...(text && { of: textOf[text] }),
        ...(text && digits.includes(text) && { inputMode: 'numeric' as const }),
      },
    ];
  });

/**
 * Returns the filters set in the address. A value that a filter does not accept is left out, and
 * the filter bar says what is wrong with it; a text of which the bar knows nothing goes to the
 * server, which refuses it.
 */
export function chosenOf({ filters }: Pick<AnyList, 'filters'>, query: URLSearchParams) {
  const chosen = Object.entries(filters).flatMap(([name, filter]) => {
    const value = query.get(name);
    if (!value || !isShown(filter)) return [];
    const { control, accepts } = filter;
    const isKnown = control.kind !== 'text' || control.text !== undefined;
    return isKnown && !accepts.safeParse(value).success ? [] : [[name, value] as const];
  });
  return Object.fromEntries(chosen);
}
