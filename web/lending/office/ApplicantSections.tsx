// What an applicant stated: identity, work, household, debts.
import type { StatedApplication } from '#contract/lending/loan-application.ts';
import { educations, housingStatuses, optionText, relationships } from '#contract/options.ts';
import { api } from '../../office/api.ts';
import { NumbersInFull, useReveal } from '../../verification/office/Revealed.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Table, moneyColumn } from '../../ui/display/Table.tsx';
import type { ReviewDetail } from '#contract/lending/tasks.ts';

type Part = ReviewDetail;

/** The loan that the applicant requested, with the data and consents of the application. */
export function RequestedLoan({ loan, applicant, consents }: Part) {
  if (!loan) return null;
  return (
    <Card as="section">
      <CardHead title="申請內容">
        <Tag tone="info">{loan.statusText}</Tag>
      </CardHead>
      <Facts
        look="strip"
        facts={[
          { name: '申請金額', value: <Money amount={loan.amount} /> },
          { name: '期數', value: `${loan.installments} 期` },
          { name: '方案', value: loan.planName },
          { name: '用途', value: loan.purpose },
        ]}
      />
      {loan.purposeNote && (
        <p className="mt-4 rounded-ctl bg-sunken px-4 py-3">「{loan.purposeNote}」</p>
      )}
      {applicant && (
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-3 text-sm mt-4">
          <span>
            申請人 <strong>{applicant.name}</strong>（{applicant.age} 歲，{applicant.city}）
          </span>
          <span>{applicant.idNumberMasked}</span>
          <span>{applicant.phoneMasked}</span>
          <span>
            申請於 <DateText at={loan.createdAt} />
          </span>
          {consents?.[0] && (
            <span>
              同意事項 {consents[0].version} 版，共 {consents.length} 項
            </span>
          )}
        </p>
      )}
    </Card>
  );
}

function Job({ job, occupation }: { job: StatedApplication['job']; occupation: string }) {
  return (
    <Card as="section">
      <CardHead title="工作與收入" />
      <Facts
        facts={[
          { name: '職業', value: occupation },
          { name: '公司', value: job.ubn ? `${job.company}（${job.ubn}）` : job.company },
          { name: '職稱', value: job.title },
          { name: '到職', value: job.since.replace('-', '/') },
          { name: '月收入', value: <Money amount={job.monthlyIncome} /> },
          ...(job.otherIncome
            ? [{ name: '其他月收入', value: <Money amount={job.otherIncome} /> }]
            : []),
          ...(job.phone ? [{ name: '公司電話', value: job.phone }] : []),
        ]}
      />
    </Card>
  );
}

function Household({
  of,
  loan,
  maritalStatus,
}: {
  of: StatedApplication;
  loan: NonNullable<Part['loan']>;
  maritalStatus: string;
}) {
  const { household, contact } = of;
  const { revealed, reveal, state } = useReveal(async () => {
    const asked = { id: loan.id, reason: `申貸審核，案號 ${loan.caseNo}` };
    return (await api.lending.revealContact(asked)).data.phone;
  });
  const relation = optionText(relationships, contact.relationship);
  return (
    <Card as="section">
      <CardHead title="家庭與聯絡人">
        <NumbersInFull state={state} onReveal={() => void reveal()} />
      </CardHead>
      <Facts
        facts={[
          { name: '婚姻', value: maritalStatus },
          { name: '扶養人數', value: `${household.dependents} 人` },
          { name: '學歷', value: optionText(educations, household.education) },
          { name: '居住', value: optionText(housingStatuses, household.housing) },
          {
            name: '聯絡人',
            value: `${contact.name}（${relation}）`,
            note: `${revealed ?? contact.phone}，未經同意不得告知借款內容`,
          },
        ]}
      />
    </Card>
  );
}

function Finance({ finance, banks }: { finance: StatedApplication['finance']; banks: string[] }) {
  const cards = banks.join('、');
  return (
    <Card as="section">
      <CardHead title="負債與支出">
        {finance.lateIn12Months && <Tag tone="problem">近 12 個月曾遲繳</Tag>}
      </CardHead>
      <Facts
        facts={[
          { name: '信用卡', value: cards || '無' },
          { name: '信用卡未繳餘額', value: <Money amount={finance.cardBalance} /> },
          { name: '每月支出', value: <Money amount={finance.monthlyExpense} /> },
          ...(finance.lateNote ? [{ name: '遲繳說明', value: finance.lateNote }] : []),
        ]}
      />
      {finance.otherLoans.length > 0 && (
        <div className="mt-4">
          <Table
            caption="其他借款"
            rows={finance.otherLoans}
            rowKey={(_, i) => i}
            columns={[
              { key: 'kind', label: '種類', head: true, cell: (row) => row.kind },
              moneyColumn('monthly', '每月還款'),
              moneyColumn('balance', '餘額'),
            ]}
          />
        </div>
      )}
    </Card>
  );
}

export function ApplicantStatements({ application, ...more }: Part) {
  const { loan, occupation = '', maritalStatus = '', cardBanks = [], history = [] } = more;
  if (!application || !loan) return null;
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <Job job={application.job} occupation={occupation} />
      <Finance finance={application.finance} banks={cardBanks} />
      <Household of={application} loan={loan} maritalStatus={maritalStatus} />
      <History history={history} />
    </div>
  );
}

/** Earlier loans of the applicant. */
function History({ history }: { history: NonNullable<Part['history']> }) {
  return (
    <Card as="section">
      <CardHead title="過去的申貸案" />
      {history.length === 0 ? (
        <p className="text-ink-3">這是第一次申貸</p>
      ) : (
        <Facts
          facts={history.map(({ caseNo, amount, statusText, createdAt }) => ({
            name: caseNo,
            value: (
              <>
                <Money amount={amount} />　{statusText}
              </>
            ),
            note: <DateText at={createdAt} />,
          }))}
        />
      )}
    </Card>
  );
}
