// What happens after the recovery mail, until the new phone is in force.

export function RecoverySteps({ email }: { email: string }) {
  return (
    <ol className="list-decimal ps-5">
      <li>我們寄一封信到 {email}，您點選信中的按鈕，填寫新的手機號碼。</li>
      <li>專人撥打新號碼，以視訊核對您本人與身分證件，約需 1 個營業日。</li>
      <li>核對無誤滿 24 小時後，就能以新號碼登入。期間會以信件與簡訊通知您。</li>
    </ol>
  );
}
