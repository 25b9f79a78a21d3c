// The office's menu: for each page its group and the roles that see it.
import {
  AppWindow,
  AtSign,
  BookOpen,
  CalendarDays,
  CalendarOff,
  ChartColumn,
  CircleHelp,
  FileCheck,
  FileText,
  FolderOpen,
  HandCoins,
  HeartPulse,
  Image,
  Inbox,
  KeyRound,
  Landmark,
  LayoutDashboard,
  MailCheck,
  Megaphone,
  MessageSquareText,
  MonitorPlay,
  MonitorSmartphone,
  Receipt,
  ReceiptText,
  Replace,
  Scale,
  ScrollText,
  Send,
  ShieldAlert,
  SlidersHorizontal,
  Sprout,
  Tags,
  UserCog,
  Users,
  Vote,
  type LucideIcon,
} from 'lucide-react';
import type { Role } from '#contract/core/endpoint.ts';
import * as paths from './paths.ts';

export const navigationGroups = ['工作', '授信', '資金', '內容', '報表', '管理'] as const;

type Entry = {
  group: (typeof navigationGroups)[number];
  to: string;
  text: string;
  Icon: LucideIcon;
  sees: (role: Role) => boolean;
  /** Roles that may create an entry, on the page `…/new`. */
  makes?: (role: Role) => boolean;
};

type RefusedPlace = { text: string; act: '查看' | '新增' };

const everybody = () => true;
const allBut =
  (...others: Role[]) =>
  (role: Role) =>
    !others.includes(role);
const only =
  (...those: Role[]) =>
  (role: Role) =>
    those.includes(role);

export const navigation: readonly Entry[] = [
  { group: '工作', to: paths.overview(), text: '總覽', Icon: LayoutDashboard, sees: everybody },
  { group: '工作', to: paths.inbox(), text: '待辦', Icon: Inbox, sees: everybody },
  { group: '工作', to: paths.mentions(), text: '提及', Icon: AtSign, sees: allBut('editor') },
  { group: '工作', to: paths.members(), text: '會員', Icon: Users, sees: allBut('editor') },
  { group: '授信', to: paths.loans(), text: '申貸案', Icon: FolderOpen, sees: allBut('editor') },
  { group: '授信', to: paths.orders(), text: '出資訂單', Icon: Receipt, sees: allBut('editor') },
  {
    group: '授信',
    to: paths.fundedCases(),
    text: '募集管理',
    Icon: Sprout,
    sees: allBut('editor'),
  },
  { group: '授信', to: paths.polls(), text: '違約投票', Icon: Vote, sees: allBut('editor') },
  { group: '授信', to: paths.collections(), text: '催收', Icon: HandCoins, sees: allBut('editor') },
  {
    group: '資金',
    to: paths.moneyDesk(),
    text: '金流',
    Icon: Landmark,
    sees: only('finance', 'approver', 'auditor', 'admin'),
  },
  {
    group: '資金',
    to: paths.books(),
    text: '帳務',
    Icon: BookOpen,
    sees: only('finance', 'auditor', 'admin'),
  },
  {
    // Part of 帳務 for those who see that; approvers only sign the reports.
    group: '資金',
    to: paths.trustReports(),
    text: '專戶月報',
    Icon: FileCheck,
    sees: only('approver'),
  },
  {
    group: '資金',
    to: paths.invoices(),
    text: '電子發票',
    Icon: ReceiptText,
    sees: only('finance', 'auditor', 'admin'),
  },
  {
    group: '內容',
    to: paths.articles(),
    text: '文章',
    Icon: FileText,
    sees: only('editor', 'auditor', 'admin'),
    makes: only('editor', 'admin'),
  },
  {
    group: '內容',
    to: paths.questions(),
    text: '常見問題',
    Icon: CircleHelp,
    sees: only('editor', 'auditor', 'admin'),
    makes: only('editor', 'admin'),
  },
  {
    group: '內容',
    to: paths.policies(),
    text: '政策',
    Icon: Scale,
    sees: only('editor', 'auditor', 'admin'),
    makes: only('editor', 'admin'),
  },
  {
    group: '內容',
    to: paths.plans(),
    text: '方案',
    Icon: Tags,
    sees: everybody,
    makes: only('editor', 'approver', 'admin'),
  },
  {
    group: '內容',
    to: paths.ads(),
    text: '廣告',
    Icon: Megaphone,
    sees: only('editor', 'auditor', 'admin'),
    makes: only('editor', 'admin'),
  },
  {
    group: '內容',
    to: paths.images(),
    text: '圖片',
    Icon: Image,
    sees: only('editor', 'auditor', 'admin'),
  },
  {
    group: '內容',
    to: paths.synonyms(),
    text: '同義詞',
    Icon: Replace,
    sees: only('editor', 'auditor', 'admin'),
  },
  {
    group: '內容',
    to: paths.wordings(),
    text: '通知範本',
    Icon: MessageSquareText,
    sees: only('editor', 'auditor', 'admin'),
  },
  {
    group: '內容',
    to: paths.broadcasts(),
    text: '群發',
    Icon: Send,
    sees: only('editor', 'approver', 'auditor', 'admin'),
    makes: only('editor', 'admin'),
  },
  {
    group: '報表',
    to: paths.reports(),
    text: '報表',
    Icon: ChartColumn,
    sees: only('finance', 'approver', 'auditor', 'admin'),
  },
  {
    group: '管理',
    to: paths.holidays(),
    text: '假日',
    Icon: CalendarDays,
    sees: allBut('editor'),
  },
  { group: '管理', to: paths.absences(), text: '請假', Icon: CalendarOff, sees: everybody },
  {
    group: '管理',
    to: paths.settings(),
    text: '設定',
    Icon: SlidersHorizontal,
    sees: only('finance', 'approver', 'auditor', 'admin'),
  },
  {
    group: '管理',
    to: paths.health(),
    text: '系統健康',
    Icon: HeartPulse,
    sees: only('finance', 'auditor', 'admin'),
  },
  {
    group: '管理',
    to: paths.deliveries(),
    text: '寄送紀錄',
    Icon: MailCheck,
    sees: allBut('editor'),
  },
  {
    group: '管理',
    to: paths.audit(),
    text: '稽核紀錄',
    Icon: ScrollText,
    sees: only('auditor', 'admin'),
  },
  {
    group: '管理',
    to: paths.security(),
    text: '資安紀錄',
    Icon: ShieldAlert,
    sees: only('auditor', 'admin'),
  },
  { group: '管理', to: paths.operators(), text: '同仁', Icon: UserCog, sees: only('admin') },
  {
    group: '管理',
    to: paths.partners(),
    text: '合作應用程式',
    Icon: AppWindow,
    sees: only('auditor', 'admin'),
  },
  {
    group: '管理',
    to: paths.signIns(),
    text: '登入紀錄',
    Icon: KeyRound,
    sees: only('auditor', 'admin'),
  },
  {
    group: '管理',
    to: paths.impersonations(),
    text: '代看紀錄',
    Icon: MonitorPlay,
    sees: only('reviewer', 'approver', 'finance', 'auditor', 'admin'),
  },
  {
    group: '管理',
    to: paths.ownSessions(),
    text: '我的裝置',
    Icon: MonitorSmartphone,
    sees: everybody,
  },
];

/** Pages below one of the menu that fewer roles see, and what these pages are for. */
const parts: readonly (Pick<Entry, 'to' | 'text' | 'sees'> & Partial<RefusedPlace>)[] = [
  { to: paths.newBooking(), text: '分錄', sees: only('finance'), act: '新增' },
  {
    to: paths.money('debits'),
    text: '授權扣款',
    sees: only('finance', 'auditor', 'admin'),
  },
];

const isAt = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/**
 * Returns the page at this path as text if these roles may not see the page; null if they may. A
 * page below another in the menu is seen by whoever sees one of the two.
 */
export function refusedAt(pathname: string, roles: readonly Role[]): RefusedPlace | null {
  const part = parts.find(({ to }) => isAt(pathname, to));
  if (part && !roles.some(part.sees)) return { text: part.text, act: part.act ?? '查看' };
  const places = navigation
    .filter(({ to }) => (to === paths.overview() ? pathname === to : isAt(pathname, to)))
    .toSorted((a, b) => b.to.length - a.to.length);
  const [place] = places;
  if (!place) return null;
  if (!roles.some((role) => places.some(({ sees }) => sees(role)))) {
    return { text: place.text, act: '查看' };
  }
  const { makes } = place;
  const isNew = makes && pathname === `${place.to}/new`;
  return isNew && !roles.some(makes) ? { text: place.text, act: '新增' } : null;
}
