// Shared parts of forms with a text-message code: number, destination, sending another.
import { DigitsField } from '../../form/number-fields.tsx';
import { Button } from '../../ui/Button.tsx';

/** Field for the phone number that gets the code; its name in the form is `phoneNumber`. */
export function PhoneField({ label }: { label: string }) {
  return (
    <DigitsField
      name="phoneNumber"
      label={label}
      hint="以 09 開頭的 10 碼，會收到一則含驗證碼的簡訊"
      autoComplete="tel-national"
      maxDigits={10}
    />
  );
}

/** Shows where the code was sent; screen readers announce it when it appears. */
export function CodeSentTo({ phone }: { phone: string }) {
  return (
    <p role="status">
      驗證碼已傳送至 <strong className="num">{phone}</strong>，5 分鐘內有效
    </p>
  );
}

type Resend = {
  busy: boolean;
  /** Seconds until another code may be sent. */
  left: number;
  send: () => Promise<unknown>;
};

/** Button that sends another code; disabled, with the reason, until the pause is over. */
export function ResendCode({ busy, left, send }: Resend) {
  return (
    // Reserves space for the reason, so that nothing below moves when it appears.
    <div className="min-h-18">
      <Button
        look="quiet"
        size="sm"
        busy={busy}
        busyLabel="寄送中……"
        disabledReason={left > 0 ? `${left} 秒後可重新取得` : undefined}
        onClick={() => void send()}
      >
        重新取得驗證碼
      </Button>
    </div>
  );
}
