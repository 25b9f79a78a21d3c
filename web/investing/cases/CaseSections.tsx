// Parts of a case: the borrower in ranges, what was checked, and who has funded it.
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { CaseDetail } from '#contract/investing/calls.ts';
import { Ago, Countdown, DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Spring } from '../../ui/drawings/Peaks.tsx';
import { Confluence } from '../../ui/drawings/Confluence.tsx';
import { Toggletip } from '../../ui/overlay/Toggletip.tsx';
import { dayOfInstant, formatTime } from '../../ui/format.ts';
import { Grade } from '../words.tsx';

export function KeyStrip({ of }: { of: CaseDetail }) {
  return (
    <Facts
      look="strip"
      facts={[
        { name: '金額', value: <Money amount={of.amountVal} /> },
        { name: '年化利率', value: <Percent value={of.annualRate} /> },
        { name: '期數', value: <>{of.installments} 期</> },
        { name: '還款方式', value: <span className="text-h3">本息平均攤還</span> },
        { name: '風險等級', value: <Grade grade={of.grade} /> },
        {
          name: '募集截止',
          value: (
            <>
              <DateText at={dayOfInstant(of.endsAt)} />
              <small className="block text-sm">
                {formatTime(of.endsAt)}
                {of.status === 40 && (
                  <>
                    ，<Countdown until={of.endsAt} />
                  </>
                )}
              </small>
            </>
          ),
        },
      ]}
    />
  );
}

/** River drawing of the case: its threads are the investors, and its width is the funded amount. */
export function FundingRiver({ of }: { of: CaseDetail }) {
  return (
    <Card as="section">
      {of.fundedAmount === 0 ? (
        <div className="grid items-center gap-x-8 gap-y-2 md:grid-cols-[15rem_1fr]">
          <Spring />
          <p>
            <b className="block text-h3">還沒有人出資</b>
            成為這個案件的第一位出資人，其他人的出資會與您的匯成一條河。
          </p>
        </div>
      ) : (
        <Confluence
          amounts={of.threads}
          ratio={Math.min(1, of.fundedAmount / of.amountVal)}
          width={720}
          height={150}
          animate
        />
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-1 justify-between mt-3">
        <span>
          <b className="num">{of.investorCount}</b> 位出資人、已募{' '}
          <b>
            <Money amount={of.fundedAmount} />
          </b>
        </span>
        <span>
          <b className="num">{of.progress}%</b>
          {of.remainingAmount > 0 && (
            <>
              ，尚餘 <Money amount={of.remainingAmount} />
            </>
          )}
        </span>
      </p>
    </Card>
  );
}

export function BorrowerSection({ of }: { of: CaseDetail }) {
  const { borrower } = of;
  return (
    <Card as="section">
      <CardHead title="借款人概況">
        <span className="text-sm text-ink-3">以區間呈現，保護借款人的身分</span>
      </CardHead>
      <div className="borrower-lists grid gap-x-12 md:grid-cols-2">
        <Facts
          facts={[
            { name: '年齡', value: borrower.ageBand },
            { name: '職業別', value: of.occupation },
            { name: '年資', value: borrower.tenureBand },
            { name: '居住縣市', value: borrower.city },
          ]}
        />
        <Facts
          facts={[
            { name: '月收入', value: borrower.incomeBand },
            {
              name: (
                <>
                  月付占收入
                  <Toggletip about="月付占收入比" align="start">
                    每月應付的借款與信用卡款項（含本案）占月收入的比例，越低表示負擔越輕。
                  </Toggletip>
                </>
              ),
              value: borrower.debtRatioBand,
            },
            { name: '近一年遲繳', value: borrower.lateIn12Months ? '曾有遲繳' : '沒有遲繳' },
            { name: '資金用途', value: of.purpose },
          ]}
        />
      </div>
      {of.purposeNote && (
        <figure className="mt-4 px-5 py-4 rounded-card bg-sunken">
          <figcaption className="text-ink-3 text-sm">借款人的說明</figcaption>
          <blockquote className="text-ink">{of.purposeNote}</blockquote>
        </figure>
      )}
    </Card>
  );
}

export function ChecksSection({ of }: { of: CaseDetail }) {
  return (
    <Card as="section">
      <CardHead title="我們核對了" />
      <ul className="checks grid">
        {of.checks.map(({ item, on, method }) => (
          <li
            className="grid grid-cols-[20px_5em_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5
              items-center py-2.5 not-last:border-b not-last:border-line
              max-md:grid-cols-[20px_minmax(0,1fr)_auto]"
            key={item}
          >
            <CircleCheck size={20} aria-hidden="true" />
            <b>{item}</b>
            <span className="max-md:[grid-area:2_/_2_/_auto_/_span_2]">{method}</span>
            <DateText at={on} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-ink-3">
        核對的是資料是否真實、帳戶是否為本人，不表示借款人一定會按期還款。
      </p>
    </Card>
  );
}

/** Number of newest entries shown; the rest appear on demand. */
const ROWS_MAX = 5;

export function OrdersSection({ of }: { of: CaseDetail }) {
  const [all, setAll] = useState(false);
  const { recentOrders: known, orderCount } = of;
  const rows = all ? known : known.slice(0, ROWS_MAX);
  return (
    <Card as="section">
      <CardHead title="出資紀錄">
        <span className="text-sm text-ink-3">姓名已遮罩</span>
      </CardHead>
      {known.length === 0 ? (
        <p className="text-ink-3">還沒有人出資，成為第一位出資人。</p>
      ) : (
        <ul className="recent">
          {rows.map(({ name, amount, at }, i) => (
            <li
              className="grid grid-cols-[minmax(0,1fr)_auto_6.5em] gap-3 items-baseline py-2.5
                not-last:border-b not-last:border-line"
              key={i}
            >
              <span>{name}</span>
              <Money amount={amount} />
              <Ago at={at} />
            </li>
          ))}
        </ul>
      )}
      {known.length > ROWS_MAX && (
        <div className="mt-3">
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : `顯示更多（共 ${orderCount} 筆）`}
          </Button>
        </div>
      )}
      {all && orderCount > known.length && (
        <p className="text-sm text-ink-3">顯示最近 {known.length} 筆。</p>
      )}
    </Card>
  );
}
