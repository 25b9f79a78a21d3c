// Style page: cards, tables, states and water drawings.
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  Alert,
  EmptyState,
  ErrorState,
  NeedsScripts,
  SkeletonLines,
} from '../../ui/display/Alert.tsx';
import { Ago, Countdown, DateText, Money, Percent, Tenths } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Accordion, Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Confluence } from '../../ui/drawings/Confluence.tsx';
import { HomeAgain, Peak } from '../../ui/drawings/Peaks.tsx';
import { KeyFigures } from '../../ui/display/KeyFigures.tsx';
import { LineBar } from '../../ui/display/LineBar.tsx';
import { PhoneFold } from '../../ui/display/PhoneFold.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { Table, moneyColumn } from '../../ui/display/Table.tsx';
import { TabLinks } from '../../ui/display/TabLinks.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { Toggletip } from '../../ui/overlay/Toggletip.tsx';
import { Pages } from '../kit/Pages.tsx';
import { ChartSamples } from './ChartsShown.tsx';

const rows = [
  { no: 1, due: '2026-12-21', principal: 7885, interest: 1000, state: 'done' as const },
  { no: 2, due: '2027-01-21', principal: 7964, interest: 921, state: 'attention' as const },
  { no: 3, due: '2027-02-21', principal: 8043, interest: 842, state: 'neutral' as const },
];
const words = { done: '已還', attention: '應還', neutral: '未到期' };

function States() {
  return (
    <section className="grid gap-4">
      <h2>訊息與狀態</h2>
      <div className="flex flex-wrap gap-2">
        <Tag tone="info">募集中</Tag>
        <Tag tone="progress">還款中</Tag>
        <Tag tone="attention">待付款</Tag>
        <Tag tone="problem">逾期</Tag>
        <Tag tone="done">已結清</Tag>
        <Tag>已取消</Tag>
      </div>
      <NeedsScripts />
      <Alert title="審核期間撥款與收款仍使用原帳戶">核准後 24 小時起改用新帳戶。</Alert>
      <Alert tone="ok" title="電子郵件驗證完成" />
      <Alert tone="warn" title="請於 2026/11/25 前補齊文件">
        逾期將取消申請。
      </Alert>
      <Alert tone="danger" title="已逾期 12 天，應還 $ 4,738">
        含遲延利息與違約金 $ 66。
      </Alert>
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <EmptyState
            title="還沒有出資紀錄"
            actions={<Button look="primary">看看募集中的案件</Button>}
          >
            出資後，訂單與付款期限會出現在這裡。
          </EmptyState>
        </Card>
        <Card>
          <ErrorState title="案件載入失敗" onRetry={() => {}} requestId="7f3a91" />
        </Card>
        <Card>
          <SkeletonLines lines={4} />
        </Card>
        <Card tone="tint">
          <ErrorState compact title="方案暫時無法載入" onRetry={() => {}} />
          <p>
            最後更新 <Ago at="2026-11-20T08:00:00Z" />
          </p>
        </Card>
      </div>
    </section>
  );
}

function Case() {
  return (
    <Card as="article" className="grid gap-3">
      <div className="flex justify-between">
        <Tag tone="progress" glyph={false}>
          科技工程師方案
        </Tag>
        <Tag tone="info" glyph={false}>
          A2 風險較低
        </Tag>
      </div>
      <p className="figure-number">
        <Percent value={9} />
        <span className="ms-2 text-sm font-normal text-ink-3">年化利率</span>
      </p>
      <p>
        24 期・逾期率 <Tenths value={1.2} />・
        <Money amount={120_000} />・ 進修
      </p>
      <ProgressBar share={0.72} label="募集進度" />
      <p className="flex justify-between text-sm text-ink-3">
        <span>
          已募 72%，尚餘 <Money amount={33_600} />
        </span>
        <Countdown until="2026-11-23T15:59:59Z" />
      </p>
      <Button look="primary" wide>
        出資
      </Button>
    </Card>
  );
}

function Cards() {
  return (
    <>
      <Card>
        <CardHead title="下期應還">
          <Tag tone="attention">還有 5 天</Tag>
        </CardHead>
        <p className="figure-number">
          <Money amount={8885} />
        </p>
        <p>
          應還日 <DateText at="2026-12-21" weekday />
          <Toggletip about="應還日">遇假日順延至次一營業日，不加計利息。</Toggletip>
        </p>
        <Facts
          align="end"
          facts={[
            { name: '本金', value: <Money amount={7885} /> },
            { name: '利息', value: <Money amount={1000} /> },
          ]}
        />
      </Card>
      <Card>
        <CardHead title="進度" />
        <Timeline
          items={[
            { title: '已送件', when: <DateText at="2026-11-20" />, state: 'done' },
            { title: '審核中', when: '約 1–2 個營業日', state: 'now' },
            { title: '核准通知' },
          ]}
        />
      </Card>
    </>
  );
}

function Schedule() {
  return (
    <Table
      caption="還款計畫"
      rows={rows}
      rowKey={(row) => row.no}
      highlight={(row) => row.state === 'attention'}
      sort={{ key: 'due', ascending: true }}
      onSort={() => {}}
      columns={[
        { key: 'no', label: '期別', head: true, whole: true, cell: (row) => `第 ${row.no} 期` },
        {
          key: 'due',
          label: '應還日',
          sortable: true,
          cell: (row) => <DateText at={row.due} />,
        },
        moneyColumn('principal', '本金'),
        moneyColumn('interest', '利息', { foot: <Money amount={2763} /> }),
        {
          key: 'state',
          label: '狀態',
          cell: (row) => <Tag tone={row.state}>{words[row.state]}</Tag>,
        },
      ]}
    />
  );
}

function Figures() {
  return (
    <>
      <TabLinks label="狀態">
        {Object.values(words).map((word, i) => (
          <Link
            key={word}
            to={`#${i}`}
            preventScrollReset
            aria-current={i === 1 ? 'page' : undefined}
          >
            {word}
          </Link>
        ))}
      </TabLinks>
      <KeyFigures
        figures={[
          {
            name: '募集中的案件',
            about: '現在可以出資的案件數。',
            value: '3 件',
            note: '尚餘 $ 236,000',
          },
          {
            name: '在貸本金',
            about: '已撥款、尚未還清的本金。',
            value: <Money amount={416_690} />,
          },
        ]}
      />
    </>
  );
}

function Contents() {
  const page = Number(useSearchParams()[0].get('page') ?? 5);
  const [tab, setTab] = useState('schedule');
  return (
    <section className="grid gap-6">
      <h2>內容</h2>
      <Steps steps={['確認條款', '簽名', '閱讀契約', '簡訊驗證', '完成']} current={2} />
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        <Case />
        <Cards />
      </div>
      <Facts
        look="strip"
        facts={[
          { name: '借款金額', value: <Money amount={120_000} /> },
          { name: '年化利率', value: <Percent value={9} /> },
          { name: '期數', value: '24 期' },
          { name: '還款方式', value: '本息平均攤還' },
        ]}
      />
      <Confluence
        amounts={[5, 3, 8, 2, 13, 4, 6, 9, 3, 2, 11]}
        ratio={0.72}
        label="十一位出資人匯成一條河，已達目標的七成二"
        height={170}
      />
      <div className="grid gap-2 max-w-60">
        <LineBar share={0.6}>已還 6／10 期</LineBar>
        <LineBar share={0.4} late>
          逾期 12 天
        </LineBar>
      </div>
      <PhoneFold id="style-fold" title="出資人的費用" figure="已收款項的 1%">
        <p>在手機上是一行，點開才看到說明。</p>
      </PhoneFold>
      <Peak drawing={<HomeAgain />} title="已結清，謝謝您按約還款">
        <p>借款全數清償，清償證明可以下載。</p>
      </Peak>
      <Tabs
        label="案件內容"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            id: 'schedule',
            label: '還款計畫',
            panel: <Schedule />,
          },
          { id: 'risk', label: '風險說明', dot: true, panel: <p>本案無擔保。</p> },
        ]}
      />
      <Figures />
      <Pages page={page} pages={20} />
      <div className="border-t border-line">
        <Accordion title="可以提前清償嗎？">隨時可以，部分或全部都行。</Accordion>
      </div>
    </section>
  );
}

export function ContentSamples() {
  return (
    <>
      <States />
      <Contents />
      <ChartSamples />
    </>
  );
}
