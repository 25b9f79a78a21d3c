// Risk of a case: the meaning of its grade, the record of such loans, and what happens in arrears.
import type { CaseDetail } from '#contract/investing/calls.ts';
import { GRADE_SAMPLE_MIN, type GradeHistory } from '#contract/investing/case.ts';
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { ShareBars } from '../../ui/display/ShareBars.tsx';
import { formatShare } from '../../ui/format.ts';
import { Grade, gradeText } from '../words.tsx';

export type PlanInfo = Answer<SiteCalls['lending']['investorCasePlanInfo']>['data'];

function History({ of }: { of: GradeHistory }) {
  const { grade, loans, lateOver30: late } = of;
  return (
    <section aria-labelledby="grade-history" className="grade-history">
      <h3 id="grade-history">等級 {grade} 至今的紀錄</h3>
      {loans === 0 ? (
        <p className="text-ink-3">
          這個等級逾期或未逾期的借款人還少於 5 位，為了不讓人認出個別借款人，不公布紀錄。
        </p>
      ) : (
        <>
          <ShareBars
            caption={`公布的借款人 ${loans} 位`}
            rows={[
              {
                name: '逾期 30 天以上或已轉銷',
                share: late / loans,
                look: 'fill-danger',
                value: (
                  <>
                    <span className="num">{late}</span> 位（{formatShare(late / loans)}）
                  </>
                ),
              },
            ]}
          />
          <p className="text-sm text-ink-3">
            {loans < GRADE_SAMPLE_MIN && <b>樣本少於 {GRADE_SAMPLE_MIN} 位，比例僅供參考。</b>}
            每月月底統計，過去的紀錄不代表未來的結果。
          </p>
        </>
      )}
    </section>
  );
}

/** `plan` is undefined until it is loaded, or if the page does not need it. */
export function RiskSection({ of, plan }: { of: CaseDetail; plan?: PlanInfo | undefined }) {
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
      </div>
      <History of={of.gradeHistory} />
      <div className="prose">
        <p>借款人沒有按期還款時，會依序這樣處理：</p>
        <ol>
          <li>提醒：{plan ? `應還日後 ${plan.graceDays} 天內` : '寬限期內'}提醒還款，不另計費。</li>
          <li>逾期：計收遲延利息與違約金，收到後依出資比例分給出資人。</li>
          <li>
            違約與投票：{plan ? `逾期滿 ${plan.violationDays} 天` : '持續未還款'}
            即為違約，由出資人投票決定協商或委託法律程序。
          </li>
          <li>協商：提出新的還款條件，經借款人與多數出資人同意後生效。</li>
          <li>法律程序：協商不成時進行；可能費時，也可能無法收回。</li>
        </ol>
        <p>
          <strong>本案無擔保，平台不保證本金與收益。</strong>
          出資後無法提前取回，請只使用可承受損失的資金。
        </p>
        {plan && plan.figures.outstandingPrincipal > 0 && (
          <p>
            全部方案的在貸本金約 <Money amount={plan.figures.outstandingPrincipal} />
            {plan.figures.overdueShare !== null && (
              <>
                ，其中 <Percent value={plan.figures.overdueShare} /> 在逾期超過 30
                天的案件中（借款人 {plan.figures.outstandingLoans} 位中 {plan.figures.overdueLoans}{' '}
                位）
              </>
            )}
            。
          </p>
        )}
      </div>
    </Card>
  );
}
