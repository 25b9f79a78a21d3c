// Reviewing a member's identity: the papers on one side, what he declared on the other.
import { CircleAlert, CircleCheck } from 'lucide-react';
import { DecisionForm } from '../../office/DecisionForm.tsx';
import { detailOf, type PanelProps } from '../../office/panel.ts';
import { Papers } from '../../office/Papers.tsx';
import { supplementShape, SupplementFields, withItems } from '../../office/Supplement.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/Card.tsx';
import { papersOf, type Upload } from './paper-names.ts';

type Person = {
  name: string;
  idNumberMasked: string;
  birthday: string;
  age: number;
  phoneMasked: string;
  address: string;
  mailingAddress: string | null;
  occupation: string | null;
  company: string | null;
  jobTitle: string | null;
  annualIncome: string | null;
  fundSource: string[];
  isPep: boolean | null;
};
type Detail = {
  person: Person | null;
  idDocument: {
    issueDate: string;
    issueCity: string;
    issueType: string;
    uploads: Upload[];
  } | null;
  bank: {
    bankCode: string;
    bankName: string;
    branchCode: string | null;
    accountMasked: string;
    otherMembers: number;
    uploads: Upload[];
  } | null;
  checks: { code: string; text: string; ok: boolean }[];
  submittedAt: string | null;
};

const askable = [
  { item: 'basic', text: '基本資料' },
  { item: 'id', text: '身分證件' },
  { item: 'bank', text: '銀行帳戶' },
] as const;

function Checks({ checks }: { checks: Detail['checks'] }) {
  return (
    <ul className="grid gap-2">
      {checks.map(({ code, text, ok }) => (
        <li key={code} className="flex items-center gap-2">
          {ok ? (
            <CircleCheck size={20} className="text-ok" aria-label="符合" role="img" />
          ) : (
            <CircleAlert size={20} className="text-danger" aria-label="需確認" role="img" />
          )}
          <span className={ok ? undefined : 'font-bold text-danger'}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const pair = (a: string | null, b: string | null) =>
    [a, b].filter(Boolean).join('　') || '未填寫';
  return (
    <Facts
      facts={[
        { name: '姓名', value: <strong>{person.name}</strong> },
        { name: '身分證字號', value: person.idNumberMasked },
        {
          name: '出生日期',
          value: (
            <>
              <DateText at={person.birthday} />（{person.age} 歲）
            </>
          ),
        },
        { name: '手機', value: person.phoneMasked },
        { name: '戶籍地址', value: person.address },
        { name: '通訊地址', value: person.mailingAddress ?? '與戶籍地址相同' },
        { name: '職業', value: person.occupation ?? '未填寫' },
        { name: '公司與職稱', value: pair(person.company, person.jobTitle) },
        { name: '年收入', value: person.annualIncome ?? '未填寫' },
        { name: '資金來源', value: person.fundSource.join('、') || '未填寫' },
        { name: '重要政治性職務人士', value: person.isPep ? '是' : '否' },
      ]}
    />
  );
}

function IssueFacts({ of }: { of: NonNullable<Detail['idDocument']> }) {
  return (
    <Facts
      facts={[
        { name: '領補換日期', value: <DateText at={of.issueDate} /> },
        { name: '領補換地點', value: of.issueCity },
        { name: '領補換類別', value: of.issueType },
      ]}
    />
  );
}

function BankFacts({ of }: { of: NonNullable<Detail['bank']> }) {
  return (
    <>
      <Facts
        facts={[
          { name: '銀行', value: `${of.bankCode} ${of.bankName}` },
          ...(of.branchCode ? [{ name: '分行代碼', value: of.branchCode }] : []),
          { name: '帳號', value: of.accountMasked },
        ]}
      />
      {of.otherMembers > 0 && (
        <Alert tone="warn" title={`另有 ${of.otherMembers} 位會員使用這個帳戶`}>
          請確認是否為本人帳戶，必要時要求補件。
        </Alert>
      )}
    </>
  );
}

function Declared({ person, idDocument, bank, checks = [] }: Partial<Detail>) {
  return (
    <Card as="section" className="office-declared">
      <h2 className="text-h3">申報資料</h2>
      {person ? <PersonFacts person={person} /> : <p>沒有基本資料</p>}
      <h3>身分證</h3>
      {idDocument ? <IssueFacts of={idDocument} /> : <p>沒有身分證資料</p>}
      <h3>銀行帳戶</h3>
      {bank ? <BankFacts of={bank} /> : <p>沒有銀行帳戶</p>}
      <h3>系統檢核</h3>
      <Checks checks={checks} />
    </Card>
  );
}

export function IdentityReviewPanel({ task }: PanelProps) {
  const detail = detailOf<Detail>(task);
  const papers = [
    ...papersOf(detail.idDocument?.uploads ?? []),
    ...papersOf(detail.bank?.uploads ?? [], () => '存摺封面'),
  ];
  return (
    <div className="office-case" data-look="papers">
      <Card as="section" className="office-case-papers">
        <CardHead title="上傳文件" />
        <Papers papers={papers} task={task.id} />
      </Card>
      <Declared {...detail} />
      <DecisionForm
        task={task}
        withoutReason={['supplement']}
        draftOf={withItems}
        needs={{
          supplement: {
            shape: supplementShape,
            fields: <SupplementFields askable={askable} />,
          },
        }}
      />
    </div>
  );
}
