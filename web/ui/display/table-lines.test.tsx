// Rows of two lines: where each cell stands, and what opens a row.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Column, Table } from './Table.tsx';

type Row = { name: string; amount: number; paid: boolean };
const columns: readonly Column<Row>[] = [
  { key: 'name', label: '案件', head: true, cell: ({ name }) => name },
  { key: 'amount', label: '金額', at: 'figure', cell: ({ amount }) => amount },
  { key: 'day', label: '期限', at: ({ paid }) => (paid ? undefined : 'day'), cell: () => '11/20' },
  { key: 'no', label: '編號', cell: () => 'T1' },
];
const rows = [
  { name: '教育', amount: 1, paid: false },
  { name: '醫療', amount: 2, paid: true },
];
const drawn = (opener?: (row: Row) => string) =>
  renderToStaticMarkup(
    <Table
      caption="出資"
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      {...(opener && { opener })}
    />,
  );
const places = (html: string) => [...html.matchAll(/data-at="(\w+)"/g)].map(([, at]) => at);

test('a cell has the place of its column, which may depend on the row', () => {
  const html = drawn();
  expect(html).toContain('data-lines');
  expect(html).not.toContain('data-cards');
  expect(places(html)).toEqual([
    'what',
    'figure',
    'day',
    'opened',
    'what',
    'figure',
    'opened',
    'opened',
  ]);
});

test('a row without an opener is a link; an opener has a name and is closed at first', () => {
  expect(drawn()).not.toContain('<button');
  const html = drawn(({ name }) => `${name}的明細`);
  expect(html).toContain('aria-expanded="false" aria-label="教育的明細"');
  expect(html.match(/<button/g)).toHaveLength(2);
});
