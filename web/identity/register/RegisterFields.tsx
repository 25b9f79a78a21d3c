// Fields of every way of registering: purpose and consent.
import { useLoaderData } from 'react-router';
import { CheckboxField, RadioField } from '../../form/choice-fields.tsx';
import { Accordion } from '../../ui/display/Card.tsx';
import type { Points } from './agreements.ts';
import type { Interest } from './register-draft.ts';

const abouts: Record<Interest, string> = {
  borrow: '線上申貸，由多位出資人共同支持',
  invest: '挑選案件小額出資，按月收回本息',
  both: '兩邊都先看看，之後隨時可以開始',
};

/**
 * Texts from the page's loader, because the modules that contain them are larger than the page.
 */
export type Texts = {
  purposes: { code: string; description: string }[];
  agreements: { title: string; points: Points }[];
};

export function PurposeField() {
  const { purposes } = useLoaderData<Texts>();
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
  const { agreements } = useLoaderData<Texts>();
  return (
    <div className="grid">
      <div>
        {agreements.map(({ title, points }) => (
          <Accordion key={title} title={title}>
            <dl className="grid gap-3 text-sm">
              {points.map(([name, text]) => (
                <div key={name}>
                  <dt className="font-bold text-ink">{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </Accordion>
        ))}
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
