// The list of plans: its columns on the page and in the file.
import * as plans from './plans.ts';
import { countSchema } from '../core/wire.ts';
import type { Cell } from '../core/csv.ts';
import type { z } from 'zod';
import { list, listsOf } from '../core/list.ts';

export type PlanRow = z.output<typeof plans.planRow>;
type Version = NonNullable<PlanRow['current']>;

const inForce =
  (cell: (version: Version) => Cell) =>
  ({ current }: PlanRow) =>
    current && cell(current);

export const officePlanList = list({
  call: 'lending.listPlans',
  name: '方案',
  path: '/ops/v1/plans',
  summary: 'Every plan, offered or not, with the version in force and the one that comes',
  roles: plans.planReaders,
  row: plans.planRow,
  beside: { total: countSchema },
  columns: {
    slug: '代號',
    listName: '方案',
    amounts: { word: '額度與期數', only: 'page' },
    rates: { word: '年化利率與服務費率', only: 'page' },
    version: { word: '現行版本', only: 'page' },
    enabled: { word: '受理', value: inForce((version) => (version.enabled ? '是' : '否')) },
    amountMin: { word: '額度下限', value: inForce((version) => version.amountMin) },
    amountMax: { word: '額度上限', value: inForce((version) => version.amountMax) },
    rateMin: { word: '利率下限 %', value: inForce((version) => version.rateMin) },
    rateMax: { word: '利率上限 %', value: inForce((version) => version.rateMax) },
    installments: { word: '期數', value: inForce((version) => version.installments.join(' ')) },
    platformFeePercent: {
      word: '服務費率 %',
      value: inForce((version) => version.platformFeePercent),
    },
    platformFeeMin: { word: '最低服務費', value: inForce((version) => version.platformFeeMin) },
    number: { word: '現行版本', value: inForce((version) => version.number) },
    effectiveOn: { word: '生效日', value: inForce((version) => version.effectiveOn) },
    coming: { word: '下一版', value: (row) => row.coming?.number ?? null },
    comingOn: { word: '下一版生效日', value: (row) => row.coming?.effectiveOn ?? null },
  },
});

export const lendingLists = listsOf(officePlanList);
