// Sends a bank account; if it replaces another one, asks for a proof first.
import { useState } from 'react';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { refusalsAt } from '../../form/files.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';

/**
 * Returns a dialog and a function that sends an account. After a reset, the server demands a proof
 * for another account than the one in force; the dialog then asks for it and sends the account
 * again. `act` is the label of the dialog's button.
 */
export function useAccountReplacement(act: string) {
  const [waiting, setWaiting] = useState<{ send: () => Promise<void> } | null>(null);
  const dialog = (
    <ReplaceDialog
      title="更換銀行帳戶"
      about="這個帳戶已有使用中的銀行帳戶。為了保護您的款項，請先確認是您本人。"
      act={act}
      send={waiting?.send ?? null}
      onClose={() => setWaiting(null)}
    />
  );
  async function sendAccount(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') {
        return setWaiting({ send });
      }
      throw atField(error, { BANK_UNKNOWN: 'bankCode', ...refusalsAt('image') });
    }
  }
  return { dialog, sendAccount };
}
