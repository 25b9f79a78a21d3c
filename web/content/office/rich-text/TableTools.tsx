// What can be done to the table the cursor is in.
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
    <div role="group" aria-label="表格" className="office-table-tools">
      {tools.map(([label, run]) => (
        <button
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
