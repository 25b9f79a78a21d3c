// The parts of a case: on tabs if there is room, one below the other on a phone.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { CaseDetail } from '#contract/investing/calls.ts';
import { queryOf } from '../../site/kit/api.ts';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { CaseDocuments } from './CaseDocuments.tsx';
import { RiskSection } from './CaseRisk.tsx';
import { BorrowerSection, ChecksSection, OrdersSection } from './CaseSections.tsx';
import { TABS_FROM, useWide } from '../../ui/use-wide.ts';

const parts = ['borrower', 'schedule', 'risk', 'orders', 'papers'] as const;
type Part = (typeof parts)[number];
const partOf = (hash: string) => parts.find((part) => `#${part}` === hash);

/** Returns the open part; a link whose hash names another part opens that part. */
function usePart() {
  const { hash, key } = useLocation();
  const [at, setAt] = useState(key);
  const [part, setPart] = useState<Part>(() => partOf(hash) ?? 'borrower');
  if (at !== key) {
    setAt(key);
    const wanted = partOf(hash);
    if (wanted) setPart(wanted);
  }
  return { part, setPart };
}

function Papers({ of }: { of: CaseDetail }) {
  return (
    <Card as="section">
      <CardHead title="文件" />
      <p className="mb-4 text-ink-3">
        契約範本依本案的金額、利率與期數製作，當事人於契約成立時載明；風險預告書列出出資前應了解的風險。
      </p>
      <CaseDocuments id={of.id} />
    </Card>
  );
}

export function CaseParts({ of, preview }: { of: CaseDetail; preview: ReactNode }) {
  const { part, setPart } = usePart();
  const wide = useWide(TABS_FROM);
  const plan = useQuery(queryOf('lending', 'investorCasePlanInfo', { id: of.planSlug }));
  const tabs: { id: Part; label: string; panel: ReactNode }[] = [
    {
      id: 'borrower',
      label: '借款人概況',
      panel: (
        <div className="grid gap-6">
          <BorrowerSection of={of} />
          <ChecksSection of={of} />
        </div>
      ),
    },
    { id: 'schedule', label: '還款試算', panel: preview },
    { id: 'risk', label: '風險說明', panel: <RiskSection of={of} plan={plan.data?.data} /> },
    { id: 'orders', label: '出資紀錄', panel: <OrdersSection of={of} /> },
    { id: 'papers', label: '文件', panel: <Papers of={of} /> },
  ];
  if (!wide) return tabs.map(({ id, panel }) => <div key={id}>{panel}</div>);
  return (
    <Tabs
      label="案件內容"
      value={part}
      onValueChange={(id) => setPart(parts.find((one) => one === id) ?? 'borrower')}
      tabs={tabs}
    />
  );
}
