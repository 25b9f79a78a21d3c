// Sends a bank account; if it replaces another one, asks for a proof first.
import { useState } from 'react';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { refusalsAt } from '../../form/files.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';

type Waiting = {
  send: () => Promise<void>;
  /** Ends the wait without having sent the account. */
  close: () => void;
};

/**
 * Returns a dialog and a function that sends an account. After a reset, the server demands a proof
 * for another account than the one in force; the dialog then asks for it and sends the account
 * again. If the dialog is closed instead, the function throws the server's refusal, so that the
 * form does not count as sent. `act` is the label of the dialog's button.
 */
export function useAccountReplacement(act: string) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const dialog = (
    <ReplaceDialog
      named={{ act: 'bank-info' }}
      title="更換銀行帳戶"
      about="這個帳戶已有使用中的銀行帳戶。為了保護您的款項，請先確認是您本人。"
      act={act}
      send={waiting?.send ?? null}
      onClose={() => {
        waiting?.close();
        setWaiting(null);
      }}
    />
  );
  async function sendAccount(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'STEP_UP_REQUIRED') {
        throw atField(error, { BANK_UNKNOWN: 'bankCode', ...refusalsAt('image') });
      }
      await new Promise<void>((sent, close) => {
        const sendNow = async () => {
          await send();
          sent();
        };
        setWaiting({ send: sendNow, close: () => close(error) });
      });
    }
  }
  return { dialog, sendAccount };
}
