// Fields of every way of registering: purpose and consent.
import { useLoaderData } from 'react-router';
import { CheckboxField, RadioField } from '../../form/choice-fields.tsx';
import { late } from '../../first-paint/late.tsx';
import type { Interest } from './register-draft.ts';

const abouts: Record<Interest, string> = {
  borrow: '線上申貸，由多位出資人共同支持',
  invest: '挑選案件小額出資，按月收回本息',
  both: '兩邊都先看看，之後隨時可以開始',
};

/**
 * The purposes come from the page's loader, because the lists that contain them are larger than the
 * page.
 */
export type Purposes = { purposes: { code: string; description: string }[] };

/** Long texts in accordions, whose code is loaded later. */
const Agreements = late('agreements', () => import('../account/Agreements.tsx'));

export function PurposeField() {
  const { purposes } = useLoaderData<Purposes>();
  return (
    <RadioField
      name="purpose"
      label="您想做什麼？"
      hint="之後都可以改變，不影響您使用另一邊的服務"
      choices={purposes.map(({ code, description }) => ({
        value: code,
        title: description,
        about: abouts[code as Interest],
      }))}
    />
  );
}

export function Consents() {
  return (
    <div className="grid">
      <div id="agreements">
        <Agreements />
      </div>
      <div className="mt-3">
        <CheckboxField name="terms" label="服務條款">
          我已閱讀並同意上方的《服務條款》與《隱私權政策》
        </CheckboxField>
        <CheckboxField name="news" label="最新消息">
          我願意收到優惠與最新消息（選填）
        </CheckboxField>
      </div>
    </div>
  );
}
