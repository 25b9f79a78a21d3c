// Health of the platform: invariants, queues, jobs, unsent messages, versions.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { channelText } from '#contract/core/wording.ts';
import { jobEachText } from '#contract/tasks/health-words.ts';
import type { Health } from '#contract/tasks/health.ts';
import { Link } from '../../office/links/Link.tsx';
import { wordsOf } from '../../api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Ago, DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Answered } from '../../office/kit/Answered.tsx';
import { api } from '../../office/api.ts';
import { invariantText } from '#contract/ledger/invariant-words.ts';
import { KeyVersions } from './KeyVersions.tsx';
import { problemsOf, SLOW_SECONDS, useHealth } from './health.ts';
import { jobText } from './job-words.ts';
import { useOperator } from '../../office/operator.ts';
import { PageTitle } from '../../office/kit/PageTitle.tsx';
import * as paths from '../../office/paths.ts';

const queueText = {
  messages: '郵件與簡訊',
  payments: '匯款指示',
  audit: '稽核封存',
  ledger: '帳務封存',
} as const;

function Verdict({ health }: { health: Health }) {
  const problems = problemsOf(health);
  return problems.length === 0 ? (
    <Alert tone="ok" title="系統運作正常">
      {health.booksProvenAt !== null && `${health.invariants.length} 項帳務規則全部相符，`}
      銀行與帳上相符或已說明，排程與訊息都沒有積壓。
    </Alert>
  ) : (
    <Alert tone="danger" title="有需要處理的項目">
      {problems.join('、')}。
    </Alert>
  );
}

function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} 分鐘` : `${Math.floor(seconds / 3600)} 小時`;
}

function Queues({ queues }: { queues: Health['queues'] }) {
  return (
    <Card as="section">
      <CardHead title="佇列" />
      <Facts
        facts={(['messages', 'payments', 'audit', 'ledger'] as const).map((name) => {
          const { waiting, failing, oldestSeconds } = queues[name];
          const late = oldestSeconds > SLOW_SECONDS;
          return {
            name: queueText[name],
            value: (
              <span className={late ? 'text-danger' : undefined}>
                等待 {formatNumber(waiting)} 件
                {failing > 0 && `，其中 ${formatNumber(failing)} 件曾失敗`}
                {waiting > 0 && `，最久 ${waitText(oldestSeconds)}`}
              </span>
            ),
          };
        })}
      />
    </Card>
  );
}

/** Requests a retry and confirms it; the page then shows the result. */
function useRetry<T>(ask: (what: T) => Promise<unknown>, said: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: () => {
      toast(said);
      void client.invalidateQueries({ queryKey: ['tasks', 'health'] });
    },
    onError: (error) => toast(wordsOf(error)),
  });
}

function Jobs({ jobs, may }: { jobs: Health['jobs']; may: boolean }) {
  const retry = useRetry((name: string) => api.tasks.retryJob({ name }), '已安排重新執行');
  const columns: Column<Health['jobs'][number]>[] = [
    {
      key: 'name',
      label: '排程',
      head: true,
      cell: ({ name }) => jobText[name] ?? <span lang="en">{name}</span>,
    },
    { key: 'each', label: '頻率', cell: ({ each }) => jobEachText[each] },
    { key: 'last', label: '最近執行', cell: ({ finishedAt }) => <Ago at={finishedAt} /> },
    {
      key: 'seconds',
      label: '耗時（秒）',
      numeric: true,
      cell: ({ seconds }) => formatNumber(Math.ceil(seconds)),
    },
    {
      key: 'state',
      label: '結果',
      cell: ({ failure, failures }) =>
        failure === null ? (
          <Tag tone="done">正常</Tag>
        ) : (
          <>
            <Tag tone="problem">連續失敗 {failures} 次</Tag>
            <p className="text-sm" lang="en">
              {failure}
            </p>
          </>
        ),
    },
    ...(may
      ? [
          {
            key: 'act',
            label: '動作',
            acts: true,
            cell: ({ name, failure, retryAsked }: Health['jobs'][number]) =>
              retryAsked ? (
                '執行中'
              ) : (
                <Button
                  size="sm"
                  look={failure === null ? 'quiet' : 'secondary'}
                  busy={retry.isPending && retry.variables === name}
                  onClick={() => retry.mutate(name)}
                >
                  重新執行
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <Table
      caption={`排程工作，${jobs.length} 項`}
      columns={columns}
      rows={jobs}
      rowKey={({ name }) => name}
    />
  );
}

function Messages({ messages, may }: { messages: Health['messages']; may: boolean }) {
  const retry = useRetry((id: string) => api.tasks.retryMessage({ id }), '已安排重新寄送');
  if (messages.length === 0) return null;
  const columns: Column<Health['messages'][number]>[] = [
    {
      key: 'to',
      label: '收件人',
      head: true,
      cell: ({ recipientMasked }) => recipientMasked,
    },
    { key: 'channel', label: '方式', cell: ({ channel }) => channelText[channel] },
    { key: 'subject', label: '主旨', cell: ({ subject }) => subject ?? '—' },
    { key: 'created', label: '建立', cell: ({ createdAt }) => <DateText at={createdAt} /> },
    { key: 'attempts', label: '已嘗試', numeric: true, cell: ({ attempts }) => attempts },
    {
      key: 'failure',
      label: '原因',
      cell: ({ failure }) => <span lang="en">{failure ?? '—'}</span>,
    },
    ...(may
      ? [
          {
            key: 'act',
            label: '動作',
            acts: true,
            cell: ({ id }: Health['messages'][number]) => (
              <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate(id)}>
                立即重送
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Table
      caption={`寄送失敗的訊息，${messages.length} 則`}
      columns={columns}
      rows={messages}
      rowKey={({ id }) => id}
    />
  );
}

function Laws({ invariants, booksProvenAt }: Pick<Health, 'invariants' | 'booksProvenAt'>) {
  const broken = invariants.filter((law) => law.broken > 0);
  return (
    <Card as="section">
      <CardHead title="帳務規則">
        <Link className="link" to={paths.books()}>
          查看帳務
        </Link>
      </CardHead>
      {booksProvenAt === null ? (
        <p>待今晚的排程核對。</p>
      ) : broken.length === 0 ? (
        <p>{invariants.length} 項規則全部相符。</p>
      ) : (
        <ul className="list-disc ps-5 text-danger">
          {broken.map(({ name, broken: rows }) => (
            <li key={name}>
              {invariantText[name] ?? <span lang="en">{name}</span>}（{rows} 筆）
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Result of the last comparison of trust account and books, with links to what needs a person. */
function Bank({ bank }: Pick<Health, 'bank'>) {
  return (
    <Card as="section">
      <CardHead title="信託專戶對帳">
        <Link className="link" to={paths.money('reconciliation')}>
          每日對帳
        </Link>
      </CardHead>
      {bank.closedThrough !== null && (
        <p className={bank.closingLate ? 'text-danger' : undefined}>
          銀行已結帳至 <DateText at={bank.closedThrough} />
          {bank.closingLate && '，其後的逾期、失效與違約暫不判定'}。
        </p>
      )}
      {bank.short > 0 && (
        <p className="text-danger">
          客戶款項短少 {formatMoney(bank.short)}，
          {bank.coverConfirmed ? '公司匯款已經兩人確認' : '付款與簽核暫停'}。
          <Link className="link" to={paths.inbox({ kind: 'trust_shortfall' })}>
            處理
          </Link>
        </p>
      )}
      {bank.day === null ? (
        <p>銀行還沒有報過日終餘額。</p>
      ) : (
        <Facts
          facts={[
            {
              name: '最近對帳',
              value: (
                <Link className="link" to={paths.money('reconciliation', bank.day)}>
                  <DateText at={bank.day} />
                </Link>
              ),
            },
            { name: '差額', value: <Money amount={bank.difference} sign /> },
            { name: '無法說明', value: <Money amount={bank.unexplained} sign /> },
            {
              name: '對帳差異',
              value: (
                <Link className="link" to={paths.inbox({ kind: 'bank_difference' })}>
                  {bank.differences} 筆，逾期 {bank.overdue} 件
                </Link>
              ),
            },
            {
              name: '最早未簽核',
              value: bank.unsignedSince ? (
                <Link className="link" to={paths.money('reconciliation', bank.unsignedSince)}>
                  <DateText at={bank.unsignedSince} />
                </Link>
              ) : (
                '沒有'
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Versions({ versions }: { versions: Health['versions'] }) {
  return (
    <Card as="section">
      <CardHead title="版本" />
      <Facts
        facts={[
          { name: '百溪', value: versions.app },
          { name: '資料庫結構', value: `第 ${versions.migration} 版` },
          { name: 'PostgreSQL', value: versions.postgres },
          { name: 'Node.js', value: versions.node },
          { name: '啟動時間', value: <DateText at={versions.startedAt} /> },
        ]}
      />
    </Card>
  );
}

export function HealthPage() {
  const roles = useOperator().data?.data.roles ?? [];
  const may = roles.includes('admin');
  const query = useHealth();
  return (
    <div className="grid gap-6">
      <PageTitle>系統健康</PageTitle>
      <h1>系統健康</h1>
      <Answered query={query} what="系統健康">
        {({ data }) => (
          <>
            <Verdict health={data} />
            <div className="grid items-start gap-5 xl:grid-cols-2">
              <Bank bank={data.bank} />
              <Queues queues={data.queues} />
              <Laws {...data} />
              <Versions versions={data.versions} />
              <KeyVersions title="資料金鑰" act="加密" versions={data.dataKeys} />
              <KeyVersions title="雜湊金鑰" act="雜湊" versions={data.hashKeys} />
            </div>
            <Messages messages={data.messages} may={may} />
            <Jobs jobs={data.jobs} may={may} />
          </>
        )}
      </Answered>
    </div>
  );
}
