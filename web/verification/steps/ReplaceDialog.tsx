// Asks members to prove their identity before they replace what they have confirmed before.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StepUpFor } from '#contract/identity/step-up.ts';
import { ProofDialog } from '../../identity/sign-in/ProofDialog.tsx';
import { queryOf } from '../../site/kit/api.ts';

type Props = {
  /** What the confirmation is for. */
  named: StepUpFor;
  title: string;
  about: ReactNode;
  act: string;
  /** Sends what was waiting for the proof; null while nothing waits. */
  send: (() => Promise<unknown>) | null;
  onClose: () => void;
  /** Called once it is sent and the dialog is closed. */
  onSent?: () => void;
};

export function ReplaceDialog({ send, onClose, onSent, ...words }: Props) {
  const account = useQuery({ ...queryOf('identity', 'accountInfo', {}), enabled: send !== null });
  if (!account.data) return null;
  return (
    <ProofDialog
      {...words}
      open={send !== null}
      onClose={onClose}
      account={account.data.data}
      onProven={async () => {
        await send?.();
        onClose();
        onSent?.();
      }}
    />
  );
}
