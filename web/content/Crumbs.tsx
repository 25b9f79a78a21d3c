// Breadcrumbs from the home page to the current page, which is the last step.
import { Go } from '../site/kit/Go.tsx';
import { home } from '../site/kit/paths.ts';

export function Crumbs({ trail }: { trail: readonly { name: string; to?: string }[] }) {
  return (
    <nav aria-label="麵包屑" className="breadcrumbs">
      <ol>
        {[{ name: '首頁', to: home() }, ...trail].map(({ name, to }) => (
          <li key={name} aria-current={to === undefined ? 'page' : undefined}>
            {to === undefined ? name : <Go to={to}>{name}</Go>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
