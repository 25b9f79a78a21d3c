// Panel for reviewing a change: each requested value beside the one in force.
import type { ReactNode } from 'react';
import type { ChangeDetail } from '#contract/verification/tasks.ts';
import type { PanelProps } from '../../office/panel.ts';
import { ReviewDesk } from '../../office/deciding/ReviewDesk.tsx';
import type { Checkable, CheckGroup } from '../../office/deciding/verdicts.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Facts } from '../../ui/display/Card.tsx';
import { Checks } from './Checks.tsx';
import { papersOf } from './paper-names.ts';
import { NumbersInFull, useRevealed } from './Revealed.tsx';

type Side = NonNullable<ChangeDetail['proposed']>;
type Bank = Extract<Side, { bankCode: string }>;
type Document = Extract<Side, { issueDate: string }>;
type Phone = Extract<Side, { phone: string }>;

const isBank = (side: Side | null | undefined): side is Bank => !!side && 'bankCode' in side;
const isPhone = (side: Side | null | undefined): side is Phone => !!side && 'phone' in side;
const isDocument = (side: Side | null | undefined): side is Document =>
  !!side && 'issueDate' in side;

/** Shows the requested value, and below it the value that it replaces. */
function changed(now: ReactNode, before: ReactNode): ReactNode {
  return (
    <>
      <strong>{now}</strong>
      {before !== undefined && <span className="field-hint">原 {before}</span>}
    </>
  );
}

const bankText = (of: Bank) =>
  `${of.bankCode} ${of.bankName}${of.branchCode ? `　分行 ${of.branchCode}` : ''}`;

function bankRows(now: Bank, before: Bank | null, holder: string, full?: string): Checkable[] {
  const account = full?.split(' ').at(-1) ?? now.accountMasked;
  return [
    {
      field: 'bankCode',
      label: '銀行',
      value: changed(bankText(now), before ? bankText(before) : undefined),
      paper: 'image',
    },
    {
      field: 'account',
      label: '帳號',
      value: changed(account, before?.accountMasked),
      paper: 'image',
    },
    { field: 'image', label: '戶名', value: `${holder}（須為本人）`, paper: 'image' },
  ];
}

function documentRows(now: Document, before: Document | null, isRenaming: boolean): Checkable[] {
  const name = { field: 'name', label: '姓名', paper: 'idFront' };
  const date = before ? <DateText at={before.issueDate} /> : undefined;
  return [
    { ...name, value: isRenaming ? changed(now.name, before?.name) : <strong>{now.name}</strong> },
    {
      field: 'idIssueDate',
      label: '領補換日期',
      value: changed(<DateText at={now.issueDate} />, date),
      paper: 'idFront',
    },
    {
      field: 'idIssueCity',
      label: '領補換地點',
      value: changed(now.issueCity, before?.issueCity),
      paper: 'idFront',
    },
    {
      field: 'idIssueType',
      label: '領補換類別',
      value: changed(now.issueType, before?.issueType),
      paper: 'idFront',
    },
    { field: 'secondId', label: '第二證件', value: '姓名與號碼同上，證件有效', paper: 'secondId' },
    { field: 'selfie', label: '手持證件自拍', value: '與證件照為同一人', paper: 'selfie' },
  ];
}

function phoneRows({ phone }: Phone, member: ChangeDetail['member'] | undefined): Checkable[] {
  return [
    {
      field: 'phoneNumber',
      label: '新的手機',
      value: changed(phone, member?.phoneMasked),
      paper: 'idFront',
    },
    { field: 'selfie', label: '視訊核對', value: '撥打新號碼，本人與證件照相符', paper: 'selfie' },
    { field: 'idFront', label: '身分證件', value: '視訊出示的證件與檔案相符', paper: 'idFront' },
  ];
}

function groupsOf(detail: ChangeDetail, full?: string): CheckGroup[] {
  const { change, current, member, proposed } = detail;
  if (isBank(proposed)) {
    const before = isBank(current) ? current : null;
    const rows = bankRows(proposed, before, member?.name ?? '', full);
    return [{ item: 'bank', title: '銀行帳戶', rows }];
  }
  if (isPhone(proposed))
    return [{ item: 'phone', title: '更換手機', rows: phoneRows(proposed, member) }];
  if (!isDocument(proposed)) return [];
  const before = isDocument(current) ? current : null;
  const rows = documentRows(proposed, before, change?.isRenaming === true);
  return [{ item: 'id', title: '身分證件', rows }];
}

function RequestedChange({ change, member }: ChangeDetail) {
  return (
    <Facts
      facts={[
        ...(member ? [{ name: '會員', value: `${member.name}　${member.idNumberMasked}` }] : []),
        ...(change?.reason ? [{ name: '變更原因', value: change.reason }] : []),
        ...(change ? [{ name: '申請時間', value: <DateText at={change.requestedAt} /> }] : []),
      ]}
    />
  );
}

const uploadsOf = (side: Side | null | undefined) =>
  side && 'uploads' in side ? side.uploads : [];

const called = (prefix: string, side: Side | null | undefined, isForBank: boolean) =>
  papersOf(uploadsOf(side), isForBank ? () => `${prefix}存摺封面` : undefined).map((paper) =>
    isForBank ? paper : { ...paper, label: `${prefix}${paper.label}` },
  );

export function AccountChangePanel({ task }: PanelProps<'account_change_review'>) {
  const detail = task.detail;
  const { change, checks = [], current, member, proposed } = detail;
  const isForBank = change?.kind === 'bank';
  const { revealed, reveal, state } = useRevealed(
    member?.id ?? '',
    ['bankAccount'],
    `帳戶變更審核，工作編號 ${task.id}`,
  );
  // The new documents come first, because the fields link to them.
  const papers = [...called('新', proposed, isForBank), ...called('原', current, isForBank)];
  return (
    <ReviewDesk
      task={task}
      papersTitle="上傳文件"
      papers={papers}
      title={change?.kindText ?? '變更內容'}
      groups={groupsOf(detail, revealed.bankAccount)}
      action={
        isForBank &&
        task.status === 'open' && <NumbersInFull state={state} onReveal={() => void reveal()} />
      }
      before={<RequestedChange {...detail} />}
    >
      <h3>系統檢核</h3>
      <Checks checks={checks} />
    </ReviewDesk>
  );
}
