// The design system on one page, for developers: every component in all states, light and dark.
import { demonstrationOnly } from '../demonstration/demonstration-only.ts';
import { ControlSamples } from './style/ControlsShown.tsx';
import { ContentSamples } from './style/ContentShown.tsx';
import { FormSamples } from './style/FormShown.tsx';
import { ShellSamples } from './style/ShellShown.tsx';
import { TokenSamples } from './style/TokensShown.tsx';
import './style/style.css';

export const loader = demonstrationOnly;
export const meta = () => [{ title: '設計系統｜百溪' }, { name: 'robots', content: 'noindex' }];

const halves = [
  ['light', '淺色'],
  ['dark', '深色'],
] as const;

export default function StylePage() {
  return (
    <>
      <div className="container page">
        <h1>設計系統</h1>
        <p className="mt-2">
          每個元件的每種狀態：先是
          <a className="link" href="#light">
            淺色
          </a>
          ，再是
          <a className="link" href="#dark">
            深色
          </a>
          。
        </p>
      </div>
      {halves.map(([theme, name]) => (
        <section
          key={theme}
          id={theme}
          data-theme={theme}
          aria-label={name}
          className="style-half py-12"
        >
          <div className="container grid gap-12">
            <TokenSamples />
            <ControlSamples />
            <ContentSamples />
            <FormSamples />
            <ShellSamples />
          </div>
        </section>
      ))}
    </>
  );
}
