// Style page: charts of amounts and shares.
import { useState } from 'react';
import { ShareBar, ShareBars } from '../../ui/display/ShareBars.tsx';
import { AreaChart } from '../../ui/drawings/AreaChart.tsx';
import { Gauge } from '../../ui/drawings/Gauge.tsx';

const points = [100_000, 92_115, 84_151, 76_108, 67_984, 59_779, 51_492].map((principal, at) => ({
  label: String(at),
  year: '2026',
  amounts: [principal, 3_309 - at * 500],
}));

export function ChartSamples() {
  const [at, setAt] = useState(2);
  return (
    <section className="grid gap-6">
      <h2>圖表</h2>
      <AreaChart
        label="剩餘應還金額，以左右鍵逐期讀取"
        points={points}
        certain={2}
        at={at}
        onAt={setAt}
        words={`第 ${at} 期後`}
      />
      <div className="grid gap-6 md:grid-cols-2">
        <Gauge share={0.18} high={0.3} label="負債比" words="百分之十八，不高">
          18%
        </Gauge>
        <div className="grid content-start gap-4">
          <ShareBars
            caption="投票結果"
            rows={[
              { name: '同意協商', share: 0.64, value: '64%', look: 'fill-water' },
              { name: '委託法律程序', share: 0.36, value: '36%', look: 'fill-water' },
            ]}
          />
          <ShareBar share={0.5} look="fill-water" mark={1 / 3} />
        </div>
      </div>
    </section>
  );
}
