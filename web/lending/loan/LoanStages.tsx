// Information and actions while a loan is submitted, reviewed, listed, signed or disbursed.
import { CircleCheck, CircleDashed, Share2 } from 'lucide-react';
import type { Loan } from '#contract/lending/calls.ts';
import { isOfferWithdrawn, LOAN } from '#contract/lending/loan-status.ts';
import { sentenceOf } from '#contract/today/facts.ts';
import { api } from '../../site/kit/api.ts';
import { brand } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Countdown, DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Brimming } from '../../ui/drawings/Peaks.tsx';
import { Confluence } from '../../ui/drawings/Confluence.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatDay, formatInstant, formatMoney, formatShare } from '../../ui/format.ts';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useSession } from '../../session.ts';
import { fileStatus } from '../../verification/steps/steps.ts';
import { useLoanAct } from './use-loan-act.ts';

type Missing = Loan['missing'][number];
type Need = { item: Missing; name: string; to: string; action: string };
const needs: readonly Need[] = [
  { item: 'VERIFICATION', name: '身分驗證', to: paths.verification(), action: '查看身分驗證' },
  {
    item: 'FINANCIAL_STATEMENT',
    name: '財力證明',
    to: paths.financialProof(),
    action: '提供財力證明',
  },
];
const supplementNeed: Need = {
  item: 'SUPPLEMENT',
  name: '審核人員要求的文件',
  to: paths.loanDocuments(),
  action: '前往補件',
};

/** For status 15 (supplement): why documents are requested, which ones, and until when. */
function SupplementStage({ loan }: { loan: Loan }) {
  const { supplement } = loan;
  if (!supplement) return null;
  return (
    <div className="mb-4">
      <Alert tone="warn" title={`請於 ${formatInstant(supplement.by).slice(0, 10)} 前補齊`}>
        {loan.reason && <p>{loan.reason}</p>}
        <ul className="list-disc ps-5">
          {supplement.items.map(({ item, name, reason, isGiven }) => (
            <li key={item}>
              {name}：{reason}
              {isGiven && '（已提供）'}
            </li>
          ))}
        </ul>
        <p>逾期未補齊，申貸案將失效。</p>
      </Alert>
    </div>
  );
}

/** Whether the member has sent everything for the verification, and only has to wait. */
function useIsReviewed(): boolean {
  const { verification } = useSession();
  return verification?.verifiedIDstatus === fileStatus.reviewing;
}

const factOf = (of: { complete: boolean; supplement: boolean; isWaiting: boolean }) => {
  if (of.complete) return 'loanReady';
  if (of.supplement) return 'loanSupplement';
  return of.isWaiting ? 'loanUnverified' : 'loanLacking';
};

/** Says until when everything must be in, and whether the review then begins by itself. */
function WhatFollows({ loan, isWaiting }: { loan: Loan; isWaiting: boolean }) {
  const isComplete = loan.missing.length === 0;
  if (isWaiting && loan.sendsItself) {
    return <p>身分驗證約 1 個營業日；通過後我們會直接開始審核，您不用再做什麼。</p>;
  }
  return (
    <p>
      {loan.papersBy && (
        <>
          請於{' '}
          <b>
            <DateText at={loan.papersBy} />
          </b>{' '}
          前{isComplete ? '送出審核' : '備齊'}，逾期申貸案將失效，不影響您再次申請。
        </>
      )}
      {!isComplete &&
        (loan.sendsItself
          ? '到齊後我們會直接開始審核，不用再按送出。'
          : '到齊後請回到這裡送出審核。')}
    </p>
  );
}

/** For statuses 10 and 15: missing documents; older applications have a button once none is. */
export function Submitted({ loan }: { loan: Loan }) {
  const { busy, problem, run } = useLoanAct();
  const isReviewed = useIsReviewed();
  const complete = loan.missing.length === 0;
  const supplement = loan.status === 15;
  const maySend = complete || (supplement && !loan.missing.includes('SUPPLEMENT'));
  const isWaiting = isReviewed && loan.missing.every((item) => item === 'VERIFICATION');
  const send = async () => {
    const done = await run((options) => api.lending.audit({}, options));
    if (done) toast(complete ? '已送出審核' : '補件已送出');
  };
  return (
    <Card as="section">
      <CardHead title={sentenceOf(factOf({ complete, supplement, isWaiting }))} />
      <SupplementStage loan={loan} />
      <ul className="grid">
        {[...needs, ...(supplement ? [supplementNeed] : [])].map(({ item, name, to, action }) => {
          const lacking = loan.missing.includes(item);
          const waiting = lacking && isReviewed && item === 'VERIFICATION';
          const Icon = lacking ? CircleDashed : CircleCheck;
          return (
            <li
              key={item}
              className="qualified-line grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2
                items-center py-3 border-b border-line last:border-b-0"
              data-lacking={lacking ? '' : undefined}
            >
              <Icon size={22} aria-hidden="true" />
              <span>
                {name}
                <span className="text-ink-3">
                  {waiting ? '（審核中）' : lacking ? '（待補）' : '（已備齊）'}
                </span>
              </span>
              {lacking && (
                <GoButton to={to} size="sm">
                  {action}
                </GoButton>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-5 grid gap-3">
        <WhatFollows loan={loan} isWaiting={isWaiting} />
        <div className="flex flex-wrap gap-3">
          {maySend && (
            <Button look="primary" busy={busy} onClick={() => void send()}>
              {supplement && !complete ? '送出補件' : '送出審核'}
            </Button>
          )}
          {!supplement && (
            <GoButton to={paths.loanDocuments()} look="quiet">
              補充其他文件
            </GoButton>
          )}
        </div>
        {problem && <Alert tone="danger" live title={problem} />}
      </div>
    </Card>
  );
}

/** Says why an offer no longer stands, and what happens next. */
function OfferWithdrawn({ why }: { why: string }) {
  return (
    <div className="mb-4">
      <Alert tone="warn" title="先前的核准條件已失效">
        <p>原因：{why}。造成不便，敬請見諒。</p>
        <p>
          您不用重新送件，我們會重新審核；結果出來後，您可以再看清條件、決定是否同意。沒有產生任何費用，也不影響您再次申請。
        </p>
      </Alert>
    </div>
  );
}

/** 20 */
export function Auditing({ loan }: { loan: Loan }) {
  const isAgain = isOfferWithdrawn(loan);
  return (
    <Card as="section">
      <CardHead title={sentenceOf(isAgain ? 'loanOfferWithdrawn' : 'loanAuditing')} />
      {isAgain && <OfferWithdrawn why={loan.reason ?? ''} />}
      <Timeline
        items={[
          { title: '申請已送出', state: 'done' },
          {
            title: '人員審核',
            state: 'now',
            text: '由兩位不同的審核人員確認條件，期間可能請您補充資料。',
            ...(loan.reviewBy && { when: `預計 ${formatDay(loan.reviewBy)} 前完成` }),
          },
          {
            title: '通知結果',
            text: '以電子郵件及站內通知告訴您；核准後您可以先看清條件，再決定是否同意。',
          },
        ]}
      />
    </Card>
  );
}

/** Returns the threads of the drawing: one per investor, up to 24, all of the same width. */
function threadsFor(loan: Loan): number[] {
  return Array.from({ length: Math.max(1, Math.min(loan.investorCount, 24)) }, () => 1);
}

/**
 * Shares the listed loan with the phone's own dialog if there is one, otherwise by copying the URL.
 */
function ShareButton({ loan }: { loan: Loan }) {
  const url = new URL(paths.investCase(loan.id), window.location.origin).href;
  const hasSheet = typeof navigator.share === 'function';
  if (!hasSheet) return <CopyButton text={url} what="連結" label="分享我的案件" />;
  const share = () =>
    // Closing the dialog without sharing is not an error.
    void navigator.share({ title: `${brand.name}・${loan.plan.listName}`, url }).catch(() => {});
  return (
    <Button icon={<Share2 size={18} aria-hidden="true" />} onClick={share}>
      分享我的案件
    </Button>
  );
}

/** 40 */
export function Listed({ loan }: { loan: Loan }) {
  const share = loan.fundedAmount / loan.amount;
  return (
    <Card as="section">
      <CardHead title={sentenceOf('loanListed')}>
        {loan.endsAt && (
          <span className="text-sm text-ink-3">
            <Countdown until={loan.endsAt} />
          </span>
        )}
      </CardHead>
      <Confluence amounts={threadsFor(loan)} ratio={share} animate />
      <div className="mt-4 mb-2">
        <Facts
          look="strip"
          facts={[
            { name: '已募', value: formatShare(share) },
            {
              name: '已募金額',
              value: <Money amount={loan.fundedAmount} />,
              note: `目標 ${formatMoney(loan.amount)}`,
            },
            { name: '出資人', value: `${loan.investorCount} 位` },
          ]}
        />
      </div>
      <ProgressBar share={share} label={`已募 ${formatShare(share)}`} />
      <p className="mt-4 text-sm text-ink-3">
        募滿後我們會立即通知您簽約；
        {loan.endsAt && (
          <>
            到 <DateText at={loan.endsAt} /> 仍未募滿，
          </>
        )}
        案件會結束，不收取任何費用。
      </p>
      <div className="mt-4">
        <ShareButton loan={loan} />
      </div>
    </Card>
  );
}

/** Shows why the last disbursement failed, and what the borrower can do about it. */
function NotPaidOut({ reason }: { reason: string }) {
  return (
    <div className="mb-4">
      <Alert tone="warn" title="上次撥款未完成">
        <p>{reason}。請確認收款帳戶，再次完成簽約後我們會重新撥款。</p>
        <p className="mt-3">
          <GoButton to={paths.alterBank()}>更正收款帳戶</GoButton>
        </p>
      </Alert>
    </div>
  );
}

/** 50 */
export function Signing({ loan }: { loan: Loan }) {
  return (
    <Card as="section">
      <CardHead title={sentenceOf('loanSigning')}>
        {loan.signBy && (
          <span className="text-sm text-ink-3">
            <Countdown until={loan.signBy} />
          </span>
        )}
      </CardHead>
      {loan.reason && <NotPaidOut reason={loan.reason} />}
      <div className="max-w-60">
        <Brimming />
      </div>
      <p className="mt-4">
        {loan.investorCount} 位出資人已備妥 <Money amount={loan.amount} />。
        {loan.signBy && (
          <>
            請於{' '}
            <b>
              <DateText at={loan.signBy} />
            </b>{' '}
            前閱讀契約並完成簽署，逾期案件將失效。
          </>
        )}
      </p>
      <div className="mt-5">
        <GoButton to={paths.signing()} look="primary" size="lg">
          {LOAN[50].action}
        </GoButton>
      </div>
      <p className="mt-3 text-sm text-ink-3">約 10 分鐘，請準備好您的手機接收簡訊驗證碼。</p>
    </Card>
  );
}

/** 55 */
export function Disbursing({ loan }: { loan: Loan }) {
  return (
    <Card as="section">
      <CardHead title={sentenceOf('loanDisbursing')} />
      <p className="mb-4">
        契約已簽署完成，
        {loan.netPayout !== null && (
          <>
            <Money amount={loan.netPayout} /> 將
          </>
        )}
        由信託專戶撥入您的本人帳戶，約 1 個營業日。
      </p>
      <Timeline
        items={[
          { title: '契約簽署完成', state: 'done' },
          { title: '銀行撥款', state: 'now', text: '自銀行入帳日起計息，未撥款前不收取費用。' },
          { title: '開始還款', text: '入帳後會寄送還款計畫確認書，並提供還款專用的虛擬帳號。' },
        ]}
      />
    </Card>
  );
}

/** For status 95 (written off) and any other status not handled above. */
export function WrittenOff({ loan }: { loan: Loan }) {
  return (
    <Alert tone="warn" title={loan.statusText}>
      {loan.outstandingPrincipal > 0 && (
        <>
          尚有本金 <Money amount={loan.outstandingPrincipal} /> 未清償。
        </>
      )}
      如需協助或安排還款，請電洽客服 <a href={`tel:${brand.phone}`}>{brand.phone}</a>。
    </Alert>
  );
}
