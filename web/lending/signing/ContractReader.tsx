// Signing, step 3: the contract to read, with the exact text of its PDF; stores the reading
// position.
import { FileText } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { storedName } from '../../drafts.ts';
import * as paths from '../../site/kit/paths.ts';

import { Button } from '../../ui/Button.tsx';
import { Accordion } from '../../ui/display/Card.tsx';
import { Chips } from '../../ui/fields/Choices.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';
import { formatMoney, formatShare } from '../../ui/format.ts';
import { Table, moneyColumn } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { pdfWindow } from '../../document-window.ts';
import { DocumentButton } from '../../ui/DocumentButton.tsx';
import { api } from '../../site/kit/api.ts';
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';

export type Contract = Answer<SiteCalls['lending']['contractDetails']>['data'];

const sizes = [
  { value: 'sm', title: '小' },
  { value: 'md', title: '中' },
  { value: 'lg', title: '大' },
] as const;
type Size = (typeof sizes)[number]['value'];

const keyOf = (contractNo: string) => `${storedName.contractRead}${contractNo}`;

/**
 * Returns the stored position: the largest part of the text that was read, and the last position,
 * from 0 to 1.
 */
function readPlace(contractNo: string): { most: number; at: number } {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(contractNo)) ?? 'null') as {
      most?: number;
      at?: number;
    } | null;
    return { most: Number(kept?.most ?? 0), at: Number(kept?.at ?? 0) };
  } catch {
    return { most: 0, at: 0 };
  }
}

function keepPlace(contractNo: string, place: { most: number; at: number }): void {
  try {
    localStorage.setItem(keyOf(contractNo), JSON.stringify(place));
  } catch {
    // If nothing can be stored, the next visit starts from the beginning.
  }
}

/** Returns how far the lower edge of the window has moved down an element, from 0 to 1. */
function shareSeen(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return height > 0 ? Math.max(0, Math.min(1, (window.innerHeight - top) / height)) : 0;
}

/** Returns the largest part of the text that was seen, from 0 to 1, stored between visits. */
function useReading(contractNo: string, text: RefObject<HTMLElement | null>) {
  const [most, setMost] = useState(() => readPlace(contractNo).most);
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const { at } = readPlace(contractNo);
    if (at > 0 && at < 1) {
      const { top, height } = element.getBoundingClientRect();
      window.scrollTo({ top: window.scrollY + top + height * at - window.innerHeight });
    }
    let highest = readPlace(contractNo).most;
    const look = () => {
      const seen = shareSeen(element);
      highest = Math.max(highest, seen);
      keepPlace(contractNo, { most: highest, at: seen });
      setMost(highest);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [contractNo, text]);
  return most;
}

function Contents({ contract }: { contract: Contract }) {
  return (
    <Accordion title="目錄">
      <ol className="grid gap-1.5">
        {contract.clauses.map(({ title }, i) => (
          <li key={title}>
            <a className="link" href={`#clause-${i + 1}`}>
              {title}
            </a>
          </li>
        ))}
        <li>
          <a className="link" href="#annex-1">
            附表一　還款計畫
          </a>
        </li>
        <li>
          <a className="link" href="#annex-2">
            附表二　出資人
          </a>
        </li>
      </ol>
    </Accordion>
  );
}

function Annexes({ contract }: { contract: Contract }) {
  return (
    <>
      <section className="scroll-mt-[calc(var(--header-h)_+_16px)]" id="annex-1">
        <h3 className="mb-2 text-[1.125em]">附表一　還款計畫</h3>
        <Table
          caption="還款計畫"
          hideCaption
          rows={contract.schedule}
          rowKey={({ no }) => no}
          columns={[
            { key: 'no', label: '期別', head: true, whole: true, cell: ({ no }) => `第 ${no} 期` },
            { key: 'due', label: '應還日', cell: ({ due }) => due },
            moneyColumn('principal', '本金'),
            moneyColumn('interest', '利息'),
            moneyColumn('total', '應還金額'),
          ]}
        />
      </section>
      <section className="scroll-mt-[calc(var(--header-h)_+_16px)]" id="annex-2">
        <h3 className="mb-2 text-[1.125em]">附表二　出資人</h3>
        <ul>
          {contract.investors.map(({ orderNo, amount }) => (
            <li className="flex justify-between gap-4 py-2 border-b border-line" key={orderNo}>
              <span className="num">{orderNo}</span>
              <span className="num">{formatMoney(amount)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function TextSize({ size, onSize }: { size: Size; onSize: (size: Size) => void }) {
  return (
    <FieldGroup label="文字大小">
      <Chips
        name="text-size"
        value={size}
        onValueChange={(value) => onSize(value as Size)}
        choices={sizes.map(({ value, title }) => ({ value, title }))}
      />
    </FieldGroup>
  );
}

const WHOLE = 0.99;

/** Shows how much was read, and the buttons; stays at the bottom edge. */
function ReadingBar({
  read,
  onBack,
  onNext,
}: {
  read: number;
  onBack: () => void;
  onNext: () => void;
}) {
  const navigate = useNavigate();
  const [hurried, setHurried] = useState(false);
  const whole = read >= WHOLE;
  return (
    <div
      className="reading-bar sticky bottom-0 z-20 grid gap-x-6 gap-y-2.5 items-center py-3
        border-t border-line bg-page md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid gap-1">
        <p className="text-sm">{whole ? '已閱讀全文' : `已閱讀 ${formatShare(read)}`}</p>
        {hurried && !whole && (
          <p className="field-error" role="alert">
            請閱讀到契約最後，再進行下一步
          </p>
        )}
        <ProgressBar share={whole ? 1 : read} label="閱讀進度" threads={false} />
      </div>
      <div className="flex gap-2 max-md:*:flex-1 max-md:*:px-2">
        <Button onClick={onBack}>上一步</Button>
        <Button
          look="quiet"
          onClick={() => {
            toast('已記住閱讀位置');
            void navigate(paths.myLoan());
          }}
        >
          稍後再看
        </Button>
        <Button
          look="primary"
          onClick={() => {
            setHurried(true);
            if (whole) onNext();
          }}
        >
          下一步
        </Button>
      </div>
    </div>
  );
}

export function ContractReader({
  contract,
  onBack,
  onNext,
}: {
  contract: Contract;
  onBack: () => void;
  onNext: () => void;
}) {
  const text = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size>('md');
  const read = useReading(contract.contractNo, text);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-3">
          契約編號 <span className="num">{contract.contractNo}</span>
        </p>
        <DocumentButton
          size="sm"
          icon={<FileText size={18} aria-hidden="true" />}
          filename="contract.pdf"
          open={pdfWindow(() => api.lending.contract())}
        >
          另開 PDF
        </DocumentButton>
      </div>
      <TextSize size={size} onSize={setSize} />
      <Contents contract={contract} />
      <article
        ref={text}
        className="contract-text border border-line rounded-card bg-card text-[1rem]
          data-[size=sm]:text-sm data-[size=lg]:text-[1.1875rem]"
        data-size={size}
        aria-label="借貸契約"
      >
        {contract.clauses.map(({ title, summary, paragraphs }, i) => (
          <section
            className="scroll-mt-[calc(var(--header-h)_+_16px)]"
            key={title}
            id={`clause-${i + 1}`}
          >
            <h3 className="mb-2 text-[1.125em]">{title}</h3>
            <p
              className="mt-1 mb-3 px-3 py-2 border-s-3 border-water
                rounded-[0_var(--r-ctl)_var(--r-ctl)_0] bg-tint text-on-tint"
            >
              {summary}
            </p>
            <ol>
              {paragraphs.map((paragraph) => (
                <li key={paragraph}>{paragraph}</li>
              ))}
            </ol>
          </section>
        ))}
        <Annexes contract={contract} />
      </article>
      <ReadingBar read={read} onBack={onBack} onNext={onNext} />
    </div>
  );
}
