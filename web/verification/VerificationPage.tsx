// Overview of the verification: completed steps, the next one, and the result.
import { incomeProofWords } from '#contract/verification/words.ts';
import { sentenceOf } from '#contract/today/facts.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText, IdCard, Landmark, Smartphone, UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { refreshVerification, useSession, type Verification } from '../session.ts';
import { api, queryOf } from '../site/kit/api.ts';
import { brand, titleOf } from '../site/kit/brand.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { Accordion, Card, CardHead, Tag, type Tone } from '../ui/display/Card.tsx';
import { Steps } from '../ui/display/Steps.tsx';
import { Timeline } from '../ui/display/Timeline.tsx';
import { Stack } from '../ui/Layout.tsx';
import {
  fileStatus,
  minutesInAll,
  stateOf,
  steps,
  supplementPaths,
  type StepId,
} from './steps/steps.ts';
import { WaitingChanges } from './changes/WaitingChanges.tsx';
import './verification.css';

export const meta = () => [{ title: titleOf('身分驗證') }, { name: 'robots', content: 'noindex' }];

const icons = { phone: Smartphone, basic: UserRound, id: IdCard, bank: Landmark };

function TaskIcon({ id, tone }: { id: StepId | 'income'; tone: Tone }) {
  const Icon = id === 'income' ? FileText : icons[id];
  return (
    <span className="task-icon" data-tone={tone}>
      <Icon size={22} aria-hidden="true" />
    </span>
  );
}

function Tasks({ file }: { file: Verification }) {
  return (
    <ol
      className="task-list border border-line rounded-card bg-card overflow-clip"
      aria-label="驗證步驟"
    >
      {steps.map((step) => {
        const { word, tone, action, locked } = stateOf(file, step);
        const next = file.verifiedIDstatus === fileStatus.open && action && action !== '修改';
        return (
          <li
            className="grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-1 items-center px-5
              py-4.5 not-last:border-b not-last:border-line"
            key={step.id}
          >
            <TaskIcon id={step.id} tone={tone} />
            <div>
              <div
                className="task-name flex-wrap gap-x-3 gap-y-1 items-center font-bold
                 "
              >
                {step.number}. {step.name}
                <Tag tone={tone}>{word}</Tag>
              </div>
              <p className="task-about text-sm">
                {step.about}・約 {step.minutes} 分鐘
              </p>
            </div>
            <div className="task-action">
              {action ? (
                <GoButton
                  to={
                    action === '補件' ? (supplementPaths[step.id] ?? paths.supplement()) : step.path
                  }
                  look={next || action === '補件' ? 'primary' : 'quiet'}
                  size={next ? 'md' : 'sm'}
                  aria-label={`${action}：${step.name}`}
                >
                  {action}
                </GoButton>
              ) : (
                locked && <p className="text-sm text-ink-3">{locked}</p>
              )}
            </div>
          </li>
        );
      })}
      <IncomeTask />
    </ol>
  );
}

function IncomeTask() {
  const { data } = useQuery(queryOf('verification', 'financialStatements', {}));
  const state = incomeProofWords[data?.data.status ?? 0] ?? incomeProofWords[0]!;
  return (
    <li
      className="grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-1 items-center px-5 py-4.5
        not-last:border-b not-last:border-line"
    >
      <TaskIcon id="income" tone={state.tone} />
      <div>
        <div className="task-name flex-wrap gap-x-3 gap-y-1 items-center font-bold">
          5. 財力證明
          <span className="font-normal text-ink-3">（選填，申貸時需要）</span>
          {data && <Tag tone={state.tone}>{state.text}</Tag>}
        </div>
        <p className="task-about text-sm">薪轉存摺、薪資單或扣繳憑單・約 2 分鐘</p>
      </div>
      <div className="task-action">
        <GoButton
          to={paths.financialProof()}
          look="quiet"
          size="sm"
          aria-label={`${data?.data.status ? '查看' : '提供'}：財力證明`}
        >
          {data?.data.status ? '查看' : '提供'}
        </GoButton>
      </div>
    </li>
  );
}

function Beginning({ stage }: { stage: number }) {
  const left = steps.filter(({ number }) => number > stage);
  const minutes = left.reduce((sum, step) => sum + step.minutes, 0);
  return (
    <Card tone="tint">
      <p className="mb-4 font-bold">
        已完成 {stage}／{steps.length}
        {stage === 0 ? `，全部約 ${minutesInAll} 分鐘` : `，剩下約 ${minutes} 分鐘`}
      </p>
      <Steps steps={steps.map(({ name }) => name)} current={stage} label="身分驗證的步驟" />
      <p className="mt-4 text-sm">請準備：身分證、健保卡或駕照、存摺封面。可以分次完成。</p>
    </Card>
  );
}

function InReview() {
  return (
    <Card as="section">
      <CardHead title={sentenceOf('verificationReviewing')}>
        <Tag tone="progress">審核中</Tag>
      </CardHead>
      <Timeline
        items={[
          { title: '資料已送出', state: 'done', text: '四個步驟都已完成。' },
          { title: '人員審核', state: 'now', text: '由專人核對證件與帳戶，約 1 個營業日。' },
          { title: '結果通知', text: '以電子郵件與站內通知告訴您；需要補件時會寫明原因。' },
        ]}
      />
      <p className="mt-4 text-sm text-ink-3">等待時可以先填寫申貸內容，或看看募集中的案件。</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <GoButton to={paths.plans()}>看看申貸方案</GoButton>
        <GoButton to={paths.investment()}>看看募集中的案件</GoButton>
      </div>
    </Card>
  );
}

const itemName = (item: string) => steps.find(({ id }) => id === item)?.name ?? item;

function ToSupplement({ items }: { items: NonNullable<Verification['supplement']> }) {
  return (
    <Alert tone="warn" title={sentenceOf('verificationSupplement')}>
      <ul className="mt-1 list-disc ps-5">
        {items.map(({ item, reason }) => (
          <li key={item}>
            <strong>{itemName(item)}</strong>：{reason}
          </li>
        ))}
      </ul>
      <p className="mt-2 mb-4">補齊後送出即可重新審核，其他資料不需要再填一次。</p>
      <GoButton to={paths.supplement()} look="primary">
        前往補件
      </GoButton>
    </Alert>
  );
}

/** What a verified member can do next; one with a loan in progress is led to it. */
function Passed() {
  const standing = useQuery(queryOf('lending', 'qualification', {}));
  const caseNo = standing.data?.data.activeCaseNo ?? null;
  return (
    <Card as="section" tone="tint">
      <CardHead title="身分驗證已通過">
        <Tag tone="done">已完成</Tag>
      </CardHead>
      {caseNo === null ? (
        <p>您可以開始申貸或出資了。</p>
      ) : (
        <p>
          您已有申貸案 <span className="num">{caseNo}</span>
          ，結清或結束後就能再次申請。您隨時可以出資。
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {caseNo === null ? (
          <GoButton to={paths.plans()} look="primary">
            開始申貸
          </GoButton>
        ) : (
          <GoButton to={paths.myLoan()} look="primary">
            查看我的申貸案
          </GoButton>
        )}
        <GoButton to={paths.investment()}>瀏覽案件</GoButton>
      </div>
    </Card>
  );
}

/** Explains why the data is required, how it is stored, and for how long. */
function Why() {
  return (
    <div>
      <Accordion title="為什麼需要這些資料？">
        金融監督管理委員會「網路借貸平臺業務事業指導原則」第四點要求平臺對借貸雙方採實名制、辦理身分識別，
        並訂有防範詐欺與洗錢的措施；同名帳戶能確保款項只匯給您本人。
      </Accordion>
      <Accordion title="資料如何保存？">
        證號、聯絡方式、地址、帳號與影像都加密保存，只有承辦您案件的人員能查看，每次查看都留下紀錄。
        資料保存至法律要求的期限；您可以致電 {brand.phone} 請求查詢或更正。
      </Accordion>
    </div>
  );
}

export default function VerificationPage() {
  const { verification } = useSession();
  useEffect(() => {
    void refreshVerification(() => api.verification.verification());
  }, []);
  const file = verification ?? { verifiedIDStage: 0, verifiedIDstatus: 0 };
  const { verifiedIDStage: stage, verifiedIDstatus: status } = file;
  return (
    <div className="container page">
      <Stack>
        <h1>身分驗證</h1>
        {status === fileStatus.approved ? (
          <Passed />
        ) : status === fileStatus.supplement ? (
          <ToSupplement items={file.supplement ?? []} />
        ) : status === fileStatus.reviewing ? (
          <InReview />
        ) : (
          <Beginning stage={stage} />
        )}
        {status === fileStatus.approved && <WaitingChanges />}
        <Tasks file={file} />
        <Why />
      </Stack>
    </div>
  );
}
