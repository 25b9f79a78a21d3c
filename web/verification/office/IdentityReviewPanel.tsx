// Panel for reviewing an identity: documents on one side, declared data to tick off on the other.
import type { ReactNode } from 'react';
import type { IdentityDetail } from '#contract/verification/tasks.ts';
import type { PanelProps } from '../../office/panel.ts';
import { ReviewDesk } from '../../office/deciding/ReviewDesk.tsx';
import type { Checkable, CheckGroup } from '../../office/deciding/verdicts.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Facts } from '../../ui/display/Card.tsx';
import { Checks } from './Checks.tsx';
import { papersOf } from './paper-names.ts';
import { NumbersInFull, type Revealed, useRevealed } from './Revealed.tsx';

type Person = NonNullable<IdentityDetail['person']>;

const row = (field: string, label: string, value: ReactNode, paper = field): Checkable => ({
  field,
  label,
  value,
  paper,
});

function basicRows(person: Person, revealed: Revealed): Checkable[] {
  return [
    row('name', '姓名', <strong>{person.name}</strong>, 'idFront'),
    row('idNumber', '身分證字號', revealed.idNumber ?? person.idNumberMasked, 'idFront'),
    row(
      'birthday',
      '出生日期',
      <>
        <DateText at={person.birthday} />（{person.age} 歲）
      </>,
      'idFront',
    ),
    row('registeredAddress', '戶籍地址', person.address, 'idBack'),
  ];
}

function idRows(of: NonNullable<IdentityDetail['idDocument']>): Checkable[] {
  return [
    row('idIssueDate', '領補換日期', <DateText at={of.issueDate} />, 'idFront'),
    row('idIssueCity', '領補換地點', of.issueCity, 'idFront'),
    row('idIssueType', '領補換類別', of.issueType, 'idFront'),
    row('secondId', '第二證件', '姓名與號碼同上，證件有效'),
    row('selfie', '手持證件自拍', '與證件照為同一人'),
  ];
}

function bankRows(
  of: NonNullable<IdentityDetail['bank']>,
  holder: string,
  full: Revealed,
): Checkable[] {
  const branch = of.branchCode ? `　分行 ${of.branchCode}` : '';
  return [
    row('bankCode', '銀行', `${of.bankCode} ${of.bankName}${branch}`, 'image'),
    row('account', '帳號', full.bankAccount?.split(' ').at(-1) ?? of.accountMasked, 'image'),
    row('image', '戶名', holder),
  ];
}

function groupsOf({ person, idDocument, bank }: IdentityDetail, full: Revealed): CheckGroup[] {
  return [
    { item: 'basic', title: '基本資料', rows: person ? basicRows(person, full) : [] },
    { item: 'id', title: '身分證件', rows: idDocument ? idRows(idDocument) : [] },
    { item: 'bank', title: '銀行帳戶', rows: bank ? bankRows(bank, person?.name ?? '', full) : [] },
  ].filter(({ rows }) => rows.length > 0);
}

/**
 * Data that no document of the verification proves; the member declared it, and it must still be
 * checked.
 */
function Unproved({ person, revealed }: { person: Person; revealed: Revealed }) {
  const work = [person.company, person.jobTitle].filter(Boolean).join('　');
  return (
    <>
      <h3>其他申報（無需證件）</h3>
      <Facts
        facts={[
          { name: '手機', value: revealed.phone ?? person.phoneMasked, note: '已由簡訊驗證' },
          { name: '通訊地址', value: person.mailingAddress ?? '與戶籍地址相同' },
          { name: '職業', value: person.occupation ?? '未填寫' },
          { name: '公司與職稱', value: work || '未填寫' },
          { name: '年收入', value: person.annualIncome ?? '未填寫' },
          { name: '資金來源', value: person.fundSource.join('、') || '未填寫' },
          { name: '重要政治性職務人士', value: person.isPep ? '是' : '否' },
        ]}
      />
    </>
  );
}

export function IdentityReviewPanel({ task }: PanelProps<'identity_review'>) {
  const detail = task.detail;
  const { person, bank, checks = [] } = detail;
  const { revealed, reveal, state } = useRevealed(
    detail.member?.id ?? '',
    ['idNumber', 'phone', 'bankAccount'],
    `身分審核，工作編號 ${task.id}`,
  );
  const papers = [
    ...papersOf(detail.idDocument?.uploads ?? []),
    ...papersOf(bank?.uploads ?? [], () => '存摺封面'),
  ];
  return (
    <ReviewDesk
      task={task}
      papersTitle="上傳文件"
      papers={papers}
      title="申報資料"
      groups={groupsOf(detail, revealed)}
      before={<Checks checks={checks} />}
      action={task.status === 'open' && <NumbersInFull state={state} onReveal={reveal} />}
    >
      {person && <Unproved person={person} revealed={revealed} />}
    </ReviewDesk>
  );
}
