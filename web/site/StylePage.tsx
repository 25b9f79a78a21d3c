// The design system on one page: every component in its states, for those who build pages.
import { demonstrationOnly } from '../demonstration/demonstration-only.ts';
import { ControlsShown } from './style/ControlsShown.tsx';
import { ContentShown } from './style/ContentShown.tsx';
import { FormShown } from './style/FormShown.tsx';

export const loader = demonstrationOnly;
export const meta = () => [{ title: '設計系統｜百溪' }, { name: 'robots', content: 'noindex' }];

export default function StylePage() {
  return (
    <div className="container page grid gap-12">
      <h1>設計系統</h1>
      <ControlsShown />
      <ContentShown />
      <FormShown />
    </div>
  );
}
