// Style page: the parts around a page: logo, drawings, loading bar, boxes, the button to the top,
// page numbers.
import { useState } from 'react';
import { Link } from 'react-router';
import { Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Bridge } from '../../ui/drawings/Bridge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DryRiver, Stones } from '../../ui/drawings/drawings.tsx';
import { Envelope } from '../../ui/drawings/Envelope.tsx';
import { Brimming, FirstReceipt, HomeAgain, Joined, Spring } from '../../ui/drawings/Peaks.tsx';
import { GoToTop } from '../../ui/overlay/GoToTop.tsx';
import { Grid, Row, Stack } from '../../ui/Layout.tsx';
import { Lantern } from '../../ui/drawings/Lantern.tsx';
import { LoadingBar } from '../../ui/overlay/LoadingBar.tsx';
import { Logo } from '../../ui/drawings/Logo.tsx';
import { type PageLink, Pagination } from '../../ui/display/Pagination.tsx';
import { announce, toast } from '../../ui/overlay/toasts.tsx';
import { Umbrella } from '../../ui/drawings/Umbrella.tsx';

const drawings = [
  ['乾河床：錯誤', DryRiver],
  ['踏石：還沒有內容', Stones],
  ['橋：登入', Bridge],
  ['燈籠：協助', Lantern],
  ['傘：風險', Umbrella],
  ['信封：驗證信', Envelope],
  ['匯入：出資成功', Joined],
  ['滿水：已滿額', Brimming],
  ['第一碗：首次入帳', FirstReceipt],
  ['回家：已結清', HomeAgain],
  ['泉源：等待第一位', Spring],
] as const;

function Drawings() {
  return (
    <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-6">
      {drawings.map(([name, Shown]) => (
        <li key={name} className="grid content-start gap-2 text-sm">
          <Shown />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Bar() {
  const [active, setActive] = useState(true);
  const [failures, setFailures] = useState(0);
  return (
    <div className="grid gap-3">
      <div className="style-stage">
        <LoadingBar active={active} failures={failures} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={() => setActive(!active)}>
          {active ? '載入完成' : '開始載入'}
        </Button>
        <Button size="sm" onClick={() => setFailures(failures + 1)}>
          載入失敗
        </Button>
        <Button size="sm" onClick={() => announce('共 12 筆結果')}>
          只念出來
        </Button>
        <Button size="sm" onClick={() => toast('尚未寄出', { tone: 'danger' })}>
          失敗的通知
        </Button>
        <Button
          size="sm"
          onClick={() => toast('已移除', { tone: 'info', action: { label: '復原', run() {} } })}
        >
          可復原的通知
        </Button>
      </div>
    </div>
  );
}

function Boxes() {
  const box = <p className="rounded-ctl bg-sunken px-4 py-2">內容</p>;
  return (
    <Stack>
      <Grid>
        {box}
        {box}
      </Grid>
      <Row>
        <Button look="primary">繼續</Button>
        <Button look="quiet">返回</Button>
      </Row>
    </Stack>
  );
}

const link = ({ page, label, current, children }: PageLink) => (
  <Link to={`?page=${page}`} aria-label={label} aria-current={current ? 'page' : undefined}>
    {children}
  </Link>
);

export function ShellSamples() {
  return (
    <section className="grid gap-6">
      <h2>外框與插畫</h2>
      <p className="flex items-center gap-4">
        <Logo size={24} />
        <Logo size={36} />
        <Logo size={64} label="百溪" />
      </p>
      <Drawings />
      <Bar />
      <Loading label="案件載入中">
        <div className="grid gap-4 md:grid-cols-3">
          <Skeleton shape="block" className="h-40" />
          <Skeleton shape="block" className="h-40" />
          <Skeleton />
        </div>
      </Loading>
      <div className="style-stage h-20">
        <GoToTop />
      </div>
      <Boxes />
      <Pagination page={1} pages={3} link={link} />
      <Pagination page={10} pages={20} ends link={link} />
    </section>
  );
}
