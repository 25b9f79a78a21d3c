// Test of the hint where a failed message can be sent again: it links only what the reader may see.
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type Role, roles } from '#contract/core/endpoint.ts';
import { refusedAt } from '../../office/navigation.ts';
import * as paths from '../../office/paths.ts';
import { HealthLink } from './DeliveriesPage.tsx';

const hintFor = (role: Role) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <HealthLink roles={[role]} />
    </MemoryRouter>,
  );

test.each(roles)('%s gets a link to the health page only if they may see it', (role) => {
  const isSeen = refusedAt(paths.health(), [role]) === null;
  expect(hintFor(role).includes('href="/health"')).toBe(isSeen);
});

test('a reviewer is told whom to ask, an admin where to go', () => {
  expect(hintFor('reviewer')).toBe('洽管理同事');
  expect(hintFor('admin')).toContain('系統健康');
});
