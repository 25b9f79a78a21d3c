// Page /verify: the browser verifies the proof of an order by itself. The file is sent nowhere.
import { type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { PROOF_BYTES_MAX } from '#contract/proofs/limits.ts';
import type { ProofResult } from '#contract/proofs/proof-file.ts';
import { renderContext } from '../page-context.ts';
import { brand } from '../site/kit/brand.ts';
import { Go } from '../site/kit/Go.tsx';
import { headOf } from '../site/kit/head.ts';
import * as paths from '../site/kit/paths.ts';
import '../site/members.css';
import { Button } from '../ui/Button.tsx';
import { Alert, NeedsScripts } from '../ui/display/Alert.tsx';
import { DateText } from '../ui/display/Amount.tsx';
import { Accordion, Card, CardHead, Facts } from '../ui/display/Card.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { formatNumber } from '../ui/format.ts';
import { browserCrypto } from './browser-crypto.ts';
import { quorumIn, type TypedQuorum, WitnessFields } from './WitnessFields.tsx';

/** Null if it could not be read; a reader with a key of their own needs nothing of it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  return api.proofs.proofLog({}).catch((error: unknown) => {
    report(error);
    return null;
  });
}

export const meta = (args: MetaArgs<typeof loader>) =>
  headOf(args, {
    title: '驗證出資證明',
    description: `由您的瀏覽器驗證${brand.name}的出資證明：案件真實、只上架一次，而且沒有改過。`,
    path: paths.verifyProof(),
    trail: [{ name: '驗證出資證明', path: paths.verifyProof() }],
  });

/** Reads and verifies a file; the calculations are loaded only now. */
async function verified(file: File, key: string, quorum: TypedQuorum): Promise<ProofResult> {
  if (file.size > PROOF_BYTES_MAX) return { fault: 'format' };
  const { verifyProof } = await import('#contract/proofs/proof-file.ts');
  return verifyProof(browserCrypto, await file.text(), key, quorumIn(quorum));
}

/** Loaded with the first result, because few visitors verify anything. */
const Outcome = lazy(async () => ({ default: (await import('./Outcome.tsx')).Outcome }));

/** What happens on the page; `unable` means that the browser lacks Ed25519. */
type State = ProofResult | 'ready' | 'noFile' | 'busy' | 'unable';

type Log = NonNullable<Awaited<ReturnType<typeof loader>>>['data'];

/** How many witnesses cosign the log, and the last time that one of them did. */
function witnessFact({ witnesses }: Log) {
  const times = witnesses.flatMap(({ cosignedAt }) => cosignedAt ?? []);
  const last = times.toSorted().at(-1);
  const note = last ? (
    <>
      最近簽章 <DateText at={last} />
    </>
  ) : (
    '尚未簽章'
  );
  return { name: '見證人', value: `${witnesses.length} 位`, note };
}

/** How long the log is, and when it was signed. */
function LogCard({ log }: { log: Log | undefined }) {
  return (
    <Card as="section">
      <CardHead title="公開紀錄" />
      <Facts
        align="end"
        facts={[
          { name: '筆數', value: log ? formatNumber(log.size) : '—' },
          {
            name: '最新簽章',
            value: log?.signedAt ? <DateText at={log.signedAt} /> : '—',
          },
          {
            name: '時間戳記',
            value: log?.stampedAt ? <DateText at={log.stampedAt} /> : '—',
            note: '由時戳機構每晚證明',
          },
          ...(log?.witnesses.length ? [witnessFact(log)] : []),
        ]}
      />
      <p className="mt-4 text-sm">
        整份紀錄依 C2SP tlog-tiles 格式公開，任何人都可以從{' '}
        <a className="link" href="/log/checkpoint">
          最新簽章
        </a>{' '}
        開始逐筆查核。
      </p>
    </Card>
  );
}

/** What the last verification has found. */
function Result({ state }: { state: State }) {
  return (
    <>
      {state === 'unable' && (
        <Alert tone="danger" live title="這個瀏覽器無法驗證 Ed25519 簽章">
          請更新瀏覽器，或改用其他瀏覽器。
        </Alert>
      )}
      {typeof state === 'object' && (
        <Suspense>
          <Outcome of={state} />
        </Suspense>
      )}
    </>
  );
}

/** The file: dropped anywhere on the zone, or chosen; both fill the same input. */
function ProofFile({ missing, onFile }: { missing: boolean; onFile: (file: File | null) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent<HTMLDivElement>) => {
    event.preventDefault();
    setOver(false);
    if (!input.current || event.dataTransfer.files.length === 0) return;
    input.current.files = event.dataTransfer.files;
    onFile(event.dataTransfer.files[0] ?? null);
  };
  return (
    <div
      className="rounded-card border-2 border-dashed border-line p-5 data-over:border-primary
        data-over:bg-sunken"
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field
        label="證明檔"
        hint="拖到這裡，或選擇檔案。檔案只在您的瀏覽器讀取，不會上傳。"
        error={missing ? '請選擇證明檔' : undefined}
      >
        <TextInput
          ref={input}
          type="file"
          accept=".json,application/json"
          className="file:me-3 file:rounded-ctl file:bg-card file:px-3 file:font-bold"
          onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        />
      </Field>
    </div>
  );
}

/** What a reader who trusts nobody changes; whoever trusts today's key leaves it closed. */
function Keys({
  open,
  value,
  onChange,
  children,
}: {
  open: boolean;
  value: string;
  onChange: (key: string) => void;
  children: ReactNode;
}) {
  return (
    <Accordion title="用自己抄下的金鑰驗證" open={open}>
      <div className="grid gap-5">
        <Field
          label="公開金鑰"
          hint="已填入平台現在的公開金鑰。若您以前抄下過，請換成您自己的那一份再驗證。"
        >
          <TextInput
            value={value}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
        {children}
      </div>
    </Accordion>
  );
}

/** Where the file comes from, and what no proof can say. */
function About() {
  return (
    <Card as="section">
      <CardHead title="關於證明檔" />
      <div className="grid gap-4">
        <p>
          從哪裡取得：登入後到
          <Go to={paths.myOngoing()} className="link">
            進行中的出資
          </Go>
          ，打開一筆出資，在「公開紀錄」按「下載出資證明」。
        </p>
        <div>
          <p>證明不會顯示：</p>
          <ul className="list-disc ps-5">
            <li>借款人的姓名與任何個人資料</li>
            <li>每一期的還款與逾期</li>
            <li>下載之後才發生的撥款或結清</li>
            <li>借款人的還款能力，以及您能不能全數收回</li>
          </ul>
        </div>
      </div>
    </Card>
  );
}

function Verifier() {
  const log = useLoaderData<typeof loader>()?.data;
  const [file, setFile] = useState<File | null>(null);
  const [key, setKey] = useState(log?.key ?? '');
  const named = log?.witnesses.map((witness) => witness.key) ?? [];
  const [quorum, setQuorum] = useState<TypedQuorum>({
    keys: named.join(' '),
    atLeast: named.length > 0 ? '1' : '0',
  });
  const [state, setState] = useState<State>('ready');
  async function verify(): Promise<void> {
    if (file === null) return setState('noFile');
    setState('busy');
    setState(await verified(file, key, quorum).catch(() => 'unable' as const));
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-6">
        <Card as="section">
          <form
            className="grid gap-5"
            aria-label="驗證出資證明"
            onSubmit={(event) => {
              event.preventDefault();
              if (state !== 'busy') void verify();
            }}
          >
            <NeedsScripts />
            <ProofFile
              missing={state === 'noFile'}
              onFile={(chosen) => {
                setFile(chosen);
                setState('ready');
              }}
            />
            <div>
              <Button type="submit" look="primary" busy={state === 'busy'} busyLabel="驗證中……">
                驗證
              </Button>
            </div>
            <Keys open={!log} value={key} onChange={setKey}>
              {named.length > 0 && <WitnessFields value={quorum} onChange={setQuorum} />}
            </Keys>
          </form>
        </Card>
        <Result state={state} />
        <About />
      </div>
      <LogCard log={log} />
    </div>
  );
}

export default function VerifyPage() {
  return (
    <div className="container page grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid max-w-[44rem] gap-2">
        <h1>驗證出資證明</h1>
        <p>
          案件上架、借款人本人確認、契約、您的出資與撥款，都寫進只能增加、不能修改的公開紀錄。
          選擇證明檔，您的瀏覽器會自己算出這些內容是否都在紀錄裡、有沒有改過。
          不必登入，也不必相信平台。
        </p>
      </header>
      <Verifier />
    </div>
  );
}
