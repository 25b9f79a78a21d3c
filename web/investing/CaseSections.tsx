// The parts of a case: whose it is in bands, what was checked, its risk, and who has funded it.
import { CircleCheck } from 'lucide-react';
import type { CaseDetail } from '#contract/investing.ts';
import { Ago, Countdown, DateText, Money, Percent } from '../ui/Amount.tsx';
import { Card, CardHead, Facts } from '../ui/Card.tsx';
import { Confluence } from '../ui/Confluence.tsx';
import { Toggletip } from '../ui/Toggletip.tsx';
import { Grade, gradeText } from './words.tsx';

export function KeyStrip({ of }: { of: CaseDetail }) {
  return (
    <Facts
      look="strip"
      facts={[
        { name: '金額', value: <Money amount={of.amountVal} /> },
        { name: '年化利率', value: <Percent value={of.annualRate} /> },
        { name: '期數', value: <>{of.installments} 期</> },
        { name: '還款方式', value: '本息平均攤還' },
        { name: '風險等級', value: <Grade grade={of.grade} /> },
        {
          name: '募集截止',
          value: (
            <>
              <DateText at={of.endsAt} />
              {of.status === 40 && (
                <small className="block text-sm">
                  <Countdown until={of.endsAt} />
                </small>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** The river of the case: its threads are investors, its width what is funded. */
export function FundingRiver({ of }: { of: CaseDetail }) {
  return (
    <Card as="section" shape="pebble" className="case-river">
      <Confluence
        amounts={of.threads}
        ratio={Math.min(1, of.fundedAmount / of.amountVal)}
        width={720}
        height={150}
        animate
      />
      <p>
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
      <div className="borrower-lists">
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
        <figure className="purpose-note">
          <figcaption>借款人的說明</figcaption>
          <blockquote>{of.purposeNote}</blockquote>
        </figure>
      )}
    </Card>
  );
}

export function ChecksSection({ of }: { of: CaseDetail }) {
  return (
    <Card as="section">
      <CardHead title="我們核對了" />
      <ul className="checks">
        {of.checks.map(({ item, on, method }) => (
          <li key={item}>
            <CircleCheck size={20} aria-hidden="true" />
            <b>{item}</b>
            <span>{method}</span>
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

export function RiskSection({ of }: { of: CaseDetail }) {
  return (
    <Card as="section" id="risk">
      <CardHead title="風險說明">
        <Grade grade={of.grade} />
      </CardHead>
      <div className="prose">
        <p>
          等級 {of.grade}（{gradeText(of.grade)}
          ）依收入、年資、負債比與文件評分而定；此等級預估每年約有{' '}
          <Percent value={of.expectedLoss} />{' '}
          的本金無法收回。這是估計，實際損失可能更高，也可能集中在少數案件。
        </p>
        <p>借款人沒有按期還款時，會依序這樣處理：</p>
        <ol>
          <li>寬限期內提醒繳款，不另計費。</li>
          <li>逾期後計收遲延利息與違約金，收到後依出資比例分給出資人。</li>
          <li>持續未繳即為違約，與借款人協商還款，或由出資人投票決定下一步。</li>
          <li>協商不成時進入法律程序；可能費時，也可能無法收回。</li>
        </ol>
        <p>
          <strong>本案沒有擔保，平台不保證本金與收益。</strong>
          出資後無法提前取回，請只使用可承受損失的資金。
        </p>
      </div>
    </Card>
  );
}

export function OrdersSection({ of }: { of: CaseDetail }) {
  return (
    <Card as="section">
      <CardHead title="最近的出資紀錄">
        <span className="text-sm text-ink-3">姓名已遮罩</span>
      </CardHead>
      {of.recentOrders.length === 0 ? (
        <p className="text-ink-3">還沒有人出資，您可以是第一位。</p>
      ) : (
        <ul className="recent">
          {of.recentOrders.map(({ name, amount, at }, i) => (
            <li key={i}>
              <span>{name}</span>
              <Money amount={amount} />
              <Ago at={at} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
