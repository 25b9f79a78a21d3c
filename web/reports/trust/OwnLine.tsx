// The member's own line of a trust report, which the browser proves to be part of the total.
import { useState } from 'react';
import type { OwnTrustReport, TrustProof } from '#contract/reports/trust/calls.ts';
import { isProven, leafText, type ProofNode } from '#contract/reports/trust/proof.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Accordion } from '../../ui/display/Card.tsx';
import { useAct } from '../../use-act.ts';

/** SHA-256 of a text in hexadecimal, calculated by the browser. */
async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Result = { isTrue: boolean; root: ProofNode; line: TrustProof };

/** How anybody can calculate the proof again, with any tool. */
function Steps({ of: { line, root } }: { of: Result }) {
  return (
    <Accordion title="自行計算的方法">
      <ol className="grid list-decimal gap-3 ps-6 text-sm [&_code]:break-all">
        <li>
          計算這一行文字的 SHA-256：<code>{leafText(line)}</code>
        </li>
        {line.path.map(({ side, sum, hash }, at) => (
          <li key={at}>
            {side === 'left' ? '左邊' : '右邊'}的金額與雜湊為{' '}
            <code>
              {sum}:{hash}
            </code>
            ；計算「node:左金額:左雜湊:右金額:右雜湊」的 SHA-256，金額相加。
          </li>
        ))}
        <li>
          結果等於月報上的驗證碼 <code>{root.hash}</code>，金額等於會員款項總額 {root.sum}。
        </li>
      </ol>
    </Accordion>
  );
}

export function OwnLine({ of }: { of: OwnTrustReport }) {
  const [result, setResult] = useState<Result | null>(null);
  const { month } = of;
  const { busy, problem, run } = useAct(async () => {
    const { root, line } = (await deferredApi.reports.myTrustProof({ month })).data;
    if (!line) return;
    const { path, ...leaf } = line;
    // The amount and the total are those that this page shows.
    const shown = { ...leaf, amount: of.own };
    const isTrue = await isProven(shown, path, { ...root, sum: of.membersAmount }, sha256);
    setResult({ isTrue, root, line });
  });
  return (
    <div className="grid content-start gap-3">
      <p>
        月底專戶內屬於您的款項{' '}
        <strong>
          <Money amount={of.own} />
        </strong>
      </p>
      {of.own === 0 ? (
        <p className="text-sm text-ink-3">這個月底專戶內沒有您的款項。</p>
      ) : (
        <div>
          <Button size="sm" busy={busy} busyLabel="驗證中……" onClick={() => void run()}>
            驗證計入總額
          </Button>
        </div>
      )}
      {problem && <Alert tone="danger" title={problem} />}
      {result &&
        (result.isTrue ? (
          <Alert tone="ok" title="驗證相符，您的款項計入總額">
            由您的瀏覽器計算，結果與月報 PDF 所列的驗證碼{' '}
            <code className="break-all">{result.root.hash}</code> 相同。
          </Alert>
        ) : (
          <Alert tone="danger" title="驗證不符">
            請聯絡客服，並保留這份月報的 PDF。
          </Alert>
        ))}
      {result && <Steps of={result} />}
    </div>
  );
}
