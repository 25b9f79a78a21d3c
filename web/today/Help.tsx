// Help for whoever is late, negotiates or is in court, in place of cases and plans.
import { Phone } from 'lucide-react';
import { lateWordsOf } from '#contract/servicing/late-words.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Fact } from '#contract/today/facts.ts';
import { brand } from '../site/kit/brand.ts';
import { GoButton } from '../site/kit/Go.tsx';
import { buttonShape } from '../ui/Button.tsx';
import { Card } from '../ui/display/Card.tsx';
import { pathOf } from './places.ts';

export function Help({ of: { late } }: { of: Fact }) {
  const words = late && lateWordsOf({ ...late, status: late.status as LoanStatus });
  return (
    <Card as="section" tone="tint" aria-labelledby="help-title" className="grid gap-3">
      <h2 id="help-title" className="text-h3">
        需要協助嗎？
      </h2>
      {words?.negotiation && <p>{words.negotiation}。</p>}
      <p>
        也可以打給我們談談，或撥打法律扶助基金會全國專線{' '}
        <a className="link" href="tel:4128518">
          412-8518
        </a>
        （手機加 02）諮詢。
      </p>
      <div className="flex flex-wrap gap-3">
        {words && <GoButton to={pathOf('negotiation', null)}>{words.action}</GoButton>}
        <a {...buttonShape({})} href={`tel:${brand.phone}`}>
          <Phone size={18} aria-hidden="true" />
          {brand.phone}
        </a>
      </div>
    </Card>
  );
}
