// What a table's card on a phone leaves out.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Column, Table } from './Table.tsx';

type Row = { name: string; grade: string | null; count: number };
const columns: readonly Column<Row>[] = [
  { key: 'name', label: '案號', head: true, cell: ({ name }) => name },
  { key: 'grade', label: '等級', cell: ({ grade }) => grade ?? '—' },
  { key: 'count', label: '筆數', cell: ({ count }) => count },
];
const drawn = (row: Row, cards = true) =>
  renderToStaticMarkup(
    <Table caption="案件" columns={columns} rows={[row]} rowKey={() => 0} cards={cards} />,
  );
const hidden = /<td class="max-md:hidden" data-label="([^"]+)"/g;
const leftOut = (html: string) => [...html.matchAll(hidden)].map(([, label]) => label);

test('a card leaves out the cells in which a table shows a dash', () => {
  expect(leftOut(drawn({ name: 'A1', grade: null, count: 0 }))).toEqual(['等級']);
  expect(leftOut(drawn({ name: 'A1', grade: 'B', count: 2 }))).toEqual([]);
});

test('a table that stays a table on a phone keeps its dashes', () => {
  expect(leftOut(drawn({ name: 'A1', grade: null, count: 0 }, false))).toEqual([]);
});

test('several elements of a cell are one content of a card, and stand free in a table', () => {
  const several: Column<Row> = {
    key: 'both',
    label: '對象',
    cell: () => (
      <>
        <b>P1</b>王○明
      </>
    ),
  };
  const cellOf = (cards: boolean) =>
    renderToStaticMarkup(
      <Table
        caption="案件"
        columns={[several]}
        rows={[{ name: 'A1', grade: null, count: 0 }]}
        rowKey={() => 0}
        cards={cards}
      />,
    ).match(/<td[^>]*>(.*)<\/td>/)?.[1];
  expect(cellOf(true)).toBe('<div><b>P1</b>王○明</div>');
  expect(cellOf(false)).toBe('<b>P1</b>王○明');
});
