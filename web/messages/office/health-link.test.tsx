// Test of the hint where a failed message can be sent again: it links only what the reader may see.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type Role, roles } from '#contract/core/endpoint.ts';
import { queryOf } from '../../office/api.ts';
import { refusedAt } from '../../office/navigation.ts';
import * as paths from '../../office/paths.ts';
import { HealthLink } from './DeliveriesPage.tsx';

function hintFor(role: Role) {
  const client = new QueryClient();
  const operator = {
    id: '1',
    email: 'one@baixi.example',
    name: '一',
    held: null,
    lastLoginAt: null,
  };
  const data = { ...operator, roles: [role] };
  client.setQueryData(queryOf('identity', 'operatorMe', {}).queryKey, { data });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HealthLink roles={[role]} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each(roles)('%s gets a link to the health page only if they may see it', (role) => {
  const isSeen = refusedAt(paths.health(), [role]) === null;
  expect(hintFor(role).includes('href="/health"')).toBe(isSeen);
});

test('a reviewer is told whom to ask, an admin where to go', () => {
  expect(hintFor('reviewer')).toBe('洽管理同仁');
  expect(hintFor('admin')).toContain('系統健康');
});
