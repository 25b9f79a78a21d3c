// Panel for reviewing a proof of income: the document, and beside it the income that it should
// prove.
import type { IncomeDetail } from '#contract/verification/tasks.ts';
import type { PanelProps } from '../../office/panel.ts';
import { ReviewDesk } from '../../office/deciding/ReviewDesk.tsx';
import type { CheckGroup } from '../../office/deciding/verdicts.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Facts } from '../../ui/display/Card.tsx';
import { Checks } from './Checks.tsx';
import { papersOf } from './paper-names.ts';

function groupsOf({ statement, member }: IncomeDetail): CheckGroup[] {
  if (!statement) return [];
  const { kindText, monthlyIncome, from, to } = statement;
  const income = (
    <>
      <strong>
        <Money amount={monthlyIncome} />
      </strong>
      <span className="field-hint">
        換算年收入 <Money amount={monthlyIncome * 12} />
      </span>
    </>
  );
  const period = (
    <>
      <DateText at={from} /> 至 <DateText at={to} />
    </>
  );
  return [
    {
      item: 'statement',
      title: '財力證明',
      rows: [
        { field: 'kind', label: '文件類型', value: kindText },
        { field: 'name', label: '本人姓名', value: <strong>{member?.name}</strong> },
        { field: 'monthlyIncome', label: '月收入', value: income },
        { field: 'period', label: '涵蓋期間', value: period },
        { field: 'image', label: '文件完整', value: '頁數齊全、清晰可讀' },
      ],
    },
  ];
}

function Who({ member }: { member: NonNullable<IncomeDetail['member']> }) {
  const work = [member.company, member.jobTitle].filter(Boolean).join('　');
  return (
    <>
      <h3>會員</h3>
      <Facts
        facts={[
          { name: '年齡', value: `${member.age} 歲` },
          { name: '身分證字號', value: member.idNumberMasked },
          { name: '職業', value: member.occupation ?? '未填寫' },
          { name: '公司與職稱', value: work || '未填寫' },
          { name: '申報年收入', value: member.annualIncome ?? '未填寫' },
        ]}
      />
    </>
  );
}

export function FinancialReviewPanel({ task }: PanelProps<'financial_review'>) {
  const detail = task.detail;
  const { statement, member, checks = [], uploads = [] } = detail;
  return (
    <ReviewDesk
      task={task}
      papersTitle="財力證明文件"
      papers={papersOf(uploads)}
      title="申報內容"
      groups={groupsOf(detail)}
      before={<Checks checks={checks} />}
      action={
        statement && (
          <span className="text-sm text-ink-3">
            上傳 <DateText at={statement.createdAt} />
          </span>
        )
      }
    >
      {member && <Who member={member} />}
    </ReviewDesk>
  );
}
