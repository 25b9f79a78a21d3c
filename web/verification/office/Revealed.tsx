// Shows full numbers after a click, which the audit log records; they are removed when the operator
// leaves the page.
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { PersonalField } from '#contract/verification/members.ts';
import { wordsOf } from '../../api.ts';
import { api } from '../../office/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useMay } from './may.ts';

export type Revealed = Readonly<Partial<Record<PersonalField, string>>>;
const none: Revealed = {};
type State = 'masked' | 'asking' | 'full';

/**
 * Returns the data revealed on this page, and the function that requests it by `read`; the data is
 * stored nowhere else.
 */
export function useReveal<T>(read: () => Promise<T>) {
  const [revealed, setRevealed] = useState<T | null>(null);
  const [state, setState] = useState<State>('masked');
  const reveal = async () => {
    setState('asking');
    try {
      setRevealed(await read());
      setState('full');
    } catch (error) {
      setState('masked');
      toast(wordsOf(error), { tone: 'danger' });
    }
  };
  return { revealed, state, reveal };
}

/** Does the same for data of a member. */
export function useRevealed(id: string, fields: PersonalField[], reason: string) {
  const { revealed, ...rest } = useReveal<Revealed>(
    async () => (await api.verification.revealMember({ id, fields, reason })).data.fields,
  );
  return { revealed: revealed ?? none, ...rest };
}

export function NumbersInFull({ state, onReveal }: { state: State; onReveal: () => void }) {
  if (!useMay()('reveal') || state === 'full') return null;
  return (
    <Button
      size="sm"
      look="quiet"
      busy={state === 'asking'}
      busyLabel="讀取中……"
      icon={<Eye size={18} aria-hidden="true" />}
      title="會留下稽核紀錄"
      onClick={onReveal}
    >
      顯示完整號碼
    </Button>
  );
}
