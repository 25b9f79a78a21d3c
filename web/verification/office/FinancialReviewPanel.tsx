// Reviewing an income proof: the paper on one side, what it is said to prove on the other.
import { DecisionForm } from '../../office/DecisionForm.tsx';
import { detailOf, type PanelProps } from '../../office/panel.ts';
import { Papers } from '../../office/Papers.tsx';
import { DateText, Money } from '../../ui/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/Card.tsx';
import { papersOf, type Upload } from './paper-names.ts';

type Detail = {
  statement: {
    kindText: string;
    monthlyIncome: number;
    from: string;
    to: string;
    createdAt: string;
  };
  member: {
    name: string;
    idNumberMasked: string;
    age: number;
    occupation: string | null;
    company: string | null;
    jobTitle: string | null;
    annualIncome: string | null;
  } | null;
  uploads: Upload[];
};

function Claim({ statement }: { statement: Detail['statement'] }) {
  return (
    <>
      <h2 className="text-h3">申報內容</h2>
      <Facts
        facts={[
          { name: '文件類型', value: statement.kindText },
          {
            name: '月收入',
            value: (
              <strong>
                <Money amount={statement.monthlyIncome} />
              </strong>
            ),
            note: (
              <>
                換算年收入 <Money amount={statement.monthlyIncome * 12} />
              </>
            ),
          },
          {
            name: '期間',
            value: (
              <>
                <DateText at={statement.from} /> 至 <DateText at={statement.to} />
              </>
            ),
          },
          { name: '上傳時間', value: <DateText at={statement.createdAt} /> },
        ]}
      />
    </>
  );
}

function Who({ member }: { member: NonNullable<Detail['member']> }) {
  const work = [member.company, member.jobTitle].filter(Boolean).join('　');
  return (
    <>
      <h3>會員</h3>
      <Facts
        facts={[
          { name: '姓名', value: `${member.name}（${member.age} 歲）` },
          { name: '身分證字號', value: member.idNumberMasked },
          { name: '職業', value: member.occupation ?? '未填寫' },
          { name: '公司與職稱', value: work || '未填寫' },
          { name: '申報年收入', value: member.annualIncome ?? '未填寫' },
        ]}
      />
    </>
  );
}

export function FinancialReviewPanel({ task }: PanelProps) {
  const { statement, member, uploads = [] } = detailOf<Detail>(task);
  return (
    <div className="office-case" data-look="papers">
      <Card as="section" className="office-case-papers">
        <CardHead title="財力證明文件" />
        <Papers papers={papersOf(uploads)} task={task.id} />
      </Card>
      <Card as="section" className="office-declared">
        {statement && <Claim statement={statement} />}
        {member && <Who member={member} />}
      </Card>
      <DecisionForm task={task} reasonHint="會原文通知會員，請寫清楚要補什麼、怎麼補" />
    </div>
  );
}
