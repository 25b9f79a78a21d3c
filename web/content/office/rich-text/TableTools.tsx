// Tools for the table that contains the cursor.
import type { Editor } from '@tiptap/react';

const tools: [label: string, run: (editor: Editor) => boolean][] = [
  ['上方加一列', (editor) => editor.chain().focus().addRowBefore().run()],
  ['下方加一列', (editor) => editor.chain().focus().addRowAfter().run()],
  ['刪除這一列', (editor) => editor.chain().focus().deleteRow().run()],
  ['左側加一欄', (editor) => editor.chain().focus().addColumnBefore().run()],
  ['右側加一欄', (editor) => editor.chain().focus().addColumnAfter().run()],
  ['刪除這一欄', (editor) => editor.chain().focus().deleteColumn().run()],
  ['首列為標題', (editor) => editor.chain().focus().toggleHeaderRow().run()],
  ['刪除表格', (editor) => editor.chain().focus().deleteTable().run()],
];

export function TableTools({ editor }: { editor: Editor }) {
  return (
    <div
      role="group"
      aria-label="表格"
      className="flex flex-wrap gap-1 px-2 py-1.5 border-b border-line"
    >
      {tools.map(([label, run]) => (
        <button
          className="min-h-8 px-2.5 py-0.5 border border-line rounded-pill text-ink-2 text-xs
            hover:border-tint-line hover:text-primary"
          key={label}
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
