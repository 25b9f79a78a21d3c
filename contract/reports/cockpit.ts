// API of the figures on the office's front page: for each role its own, with the days before, and
// where the applications are.
import { z } from 'zod';
import { office, type Role, roles } from '../core/endpoint.ts';
import { instantSchema, nothing } from '../core/lists.ts';
import { countSchema, daySchema, moneySchema } from '../core/wire.ts';
import type { LoanStatus } from '../lending/loan-status.ts';

/** Days of a figure, and of the time before with which it is compared. */
export const COCKPIT_DAYS = 30;

export const cockpitFigures = [
  'applied',
  'reviewed',
  'disbursed',
  'received',
  'paidOut',
  'joined',
  'visits',
] as const;
export type CockpitFigure = (typeof cockpitFigures)[number];

type FigureWords = {
  text: string;
  /** What is counted. */
  about: string;
  unit: 'count' | 'money';
  roles: readonly Role[];
};

export const cockpitWords: Record<CockpitFigure, FigureWords> = {
  applied: {
    text: '新申貸案',
    about: '送出的申貸案',
    unit: 'count',
    roles: ['reviewer', 'approver', 'auditor', 'admin'],
  },
  reviewed: {
    text: '完成的審核',
    about: '身分、財力、帳戶變更與申貸審核',
    unit: 'count',
    roles: ['reviewer', 'approver', 'auditor'],
  },
  disbursed: {
    text: '撥款',
    about: '已撥款的借款金額',
    unit: 'money',
    roles: ['approver', 'finance', 'auditor', 'admin'],
  },
  received: {
    text: '入帳',
    about: '信託專戶收到的款項，不含銀行沖正',
    unit: 'money',
    roles: ['finance', 'auditor'],
  },
  paidOut: {
    text: '付款',
    about: '銀行已確認的付款',
    unit: 'money',
    roles: ['finance', 'auditor'],
  },
  joined: { text: '新會員', about: '註冊的帳戶', unit: 'count', roles: ['editor', 'admin'] },
  visits: { text: '瀏覽頁數', about: '公開網站的頁面', unit: 'count', roles: ['editor', 'admin'] },
};

/** Statuses of an application on its way to the disbursement, in their order. */
export const pipelineStatuses = [10, 15, 20, 30, 40, 50, 55] as const satisfies LoanStatus[];
const pipelineRoles: readonly Role[] = ['reviewer', 'approver', 'finance', 'auditor', 'admin'];

export const figuresOf = (own: readonly Role[]): readonly CockpitFigure[] =>
  cockpitFigures.filter((name) => cockpitWords[name].roles.some((role) => own.includes(role)));
export const seesPipeline = (own: readonly Role[]): boolean =>
  pipelineRoles.some((role) => own.includes(role));

const figure = z.object({
  name: z.enum(cockpitFigures),
  /** Sums of the last 30 days, today included, and of the 30 days before. */
  now: moneySchema,
  before: moneySchema,
  /** Each of the last 30 days, the oldest first. */
  days: z.array(moneySchema),
});
export type CockpitRow = z.output<typeof figure>;

const stage = z.object({
  status: z.literal(pipelineStatuses),
  count: countSchema,
  /** Since when the oldest application is in the status; null if there is none. */
  oldestAt: instantSchema.nullable(),
});
export type PipelineStage = z.output<typeof stage>;

export const reportsCockpitOffice = {
  cockpit: office.read({
    path: '/ops/v1/reports/cockpit',
    summary: 'The figures of the caller’s roles, and how many applications are at which stage',
    input: nothing,
    output: z.object({
      from: daySchema,
      figures: z.array(figure),
      /** Empty for roles that do not see loans. */
      pipeline: z.array(stage),
    }),
    roles,
  }),
} as const;
