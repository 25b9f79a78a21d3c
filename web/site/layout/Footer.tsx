// Footer: further links, contact, and the legally required information.
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/drawings/Logo.tsx';
import { brand } from '../kit/brand.ts';
import { ShellLink, useBlocked } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import { setTheme, useTheme, type Theme } from '../kit/theme.ts';

type ColumnProps = { title: string; name?: string; children: ReactNode };

/** A column; on phones it is collapsed and has a button that expands it. */
function Column({ title, name = '', children }: ColumnProps) {
  return (
    <div className={`footer-column ${name}`}>
      <p className="footer-title">{title}</p>
      <details>
        <summary>{title}</summary>
        <ul>{children}</ul>
      </details>
    </div>
  );
}

function Item({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <ShellLink to={to} className="footer-link">
        {children}
      </ShellLink>
    </li>
  );
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  const blocked = useBlocked();
  return (
    <a
      className="footer-link"
      href={blocked ? undefined : href}
      aria-disabled={blocked || undefined}
      title={blocked ? '請先完成電子郵件驗證' : undefined}
      rel="noopener"
      target={href.startsWith('http') ? '_blank' : undefined}
    >
      {children}
    </a>
  );
}

const { network, messenger, photos, videos } = brand.social;
const channels: readonly { name: string; href: string }[] = [
  network,
  messenger,
  { name: '電子郵件', href: `mailto:${brand.email}` },
  photos,
  videos,
];

function ThemeChoice() {
  const theme = useTheme();
  return (
    <label className="inline-flex items-center gap-2">
      外觀
      <select
        className="min-h-11 rounded-ctl border border-edge bg-creek-800 px-3 py-1 text-white"
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
      >
        <option value="system">跟隨系統</option>
        <option value="light">淺色</option>
        <option value="dark">深色</option>
      </select>
    </label>
  );
}

/** The risk warning and what the law requires. */
function Legal() {
  return (
    <div className="container footer-legal">
      <p className="font-bold">任何借貸皆有風險。出資前請詳閱公開文件，並評估自身可承受的損失。</p>
      <p className="flex flex-wrap gap-x-6">
        <span>本網站採用 SSL 憑證加密傳輸</span>
        <span>常年法律顧問：{brand.adviser}</span>
      </p>
      <div className="footer-last flex flex-wrap items-center gap-x-6 gap-y-3 pt-2">
        <p>
          © {brand.copyrightYear} {brand.name}
        </p>
        <ShellLink to={paths.siteMap()} className="footer-link">
          網站導覽
        </ShellLink>
        <ShellLink to={paths.policy('accessibility')} className="footer-link">
          無障礙聲明
        </ShellLink>
        <ThemeChoice />
      </div>
    </div>
  );
}

/**
 * The same links for everybody on every page. Account pages and wizards show them in a few lines
 * (members.css).
 */
export function Footer() {
  return (
    <footer id="site-footer" tabIndex={-1} className="site-footer" data-shell="">
      <svg className="footer-shore" viewBox="0 0 1440 60" preserveAspectRatio="none" aria-hidden>
        <path d="M0 34C180 4 330 52 560 38S900 8 1120 26s240 16 320 4V60H0Z" />
      </svg>
      <div className="container footer-columns">
        <div className="footer-brand">
          <p className="mb-3 flex items-center gap-3">
            <Logo size={40} />
            <span className="text-h3 font-bold text-white">{brand.name}</span>
          </p>
          <p>{brand.tagline}</p>
        </div>
        <Column title="認識我們">
          <Item to={paths.about()}>關於我們</Item>
          <Item to={paths.statistics()}>平台統計</Item>
          <li>
            <Outside href={brand.recruitment}>
              人才招募
              <ArrowUpRight size={16} aria-hidden="true" />
              <span className="visually-hidden">（另開新視窗）</span>
            </Outside>
          </li>
        </Column>
        <Column title="流程與規範">
          <Item to={paths.article(45)}>出資流程</Item>
          <Item to={paths.article(46)}>申貸流程</Item>
          <Item to={paths.article(47)}>風險控管</Item>
          <Item to={paths.policies()}>法律條款</Item>
        </Column>
        <Column title="需要協助" name="footer-help">
          <li>{brand.hours}</li>
          <li>
            <Outside href={`tel:${brand.phone.replaceAll('-', '')}`}>{brand.phone}</Outside>
          </li>
          <Item to={paths.support()}>幫助中心</Item>
          <li>
            <Outside href="tel:165">檢舉可疑訊息（165）</Outside>
          </li>
        </Column>
        <Column title="關注我們">
          {channels.map(({ name, href }) => (
            <li key={name}>
              <Outside href={href}>{name}</Outside>
            </li>
          ))}
        </Column>
      </div>
      <Legal />
    </footer>
  );
}
