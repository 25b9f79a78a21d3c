// The text editor, based on Tiptap; loaded only where a text is edited.
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { useControl } from '../../../ui/fields/Field.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { normalised, wordCount } from './body-html.ts';
import { extensionsFor, type FigureValues } from './rich-text.ts';
import { Toolbar } from './Toolbar.tsx';

export type RichTextProps = {
  /** Initial HTML; the editor ignores later changes of this property. */
  value: string;
  onValueChange: (html: string) => void;
  onBlur: () => void;
  label: string;
  figures: FigureValues;
  readOnly: boolean;
};

/** Moves the focus from the text to its toolbar on Alt+F10, as in other editors. */
function toTools({ dom }: { dom: HTMLElement }, event: KeyboardEvent): boolean {
  if (event.key !== 'F10' || !event.altKey) return false;
  const tools = dom.closest('.office-writing')?.querySelector('[role=toolbar]');
  tools?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  return true;
}

const footLook =
  'flex flex-wrap gap-x-4 gap-y-0.5 justify-between px-4 py-1.5 ' +
  'border-t border-line text-ink-3 text-xs';

export function RichText({
  value,
  onValueChange,
  onBlur,
  label,
  figures,
  readOnly,
}: RichTextProps) {
  const invalid = useControl()['aria-invalid'];
  const known = useRef(figures);
  known.current = figures;
  // As long as the text equals the one that the editor parsed, the original HTML is submitted.
  const begun = useRef({ given: value, read: '' });
  const [count, setCount] = useState(0);
  const latest = useRef({ onValueChange, onBlur });
  latest.current = { onValueChange, onBlur };
  const editor = useEditor({
    extensions: extensionsFor(() => known.current),
    content: value,
    editable: !readOnly,
    // The content security policy forbids style elements; content.css contains these rules instead.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'office-rich-text rich article-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      handleKeyDown: toTools,
    },
    onCreate: (made) => {
      begun.current.read = normalised(made.editor.getHTML());
      setCount(wordCount(made.editor.getText()));
    },
    onUpdate: (changed) => {
      const html = normalised(changed.editor.getHTML());
      const { given, read } = begun.current;
      latest.current.onValueChange(html === read ? given : html);
      setCount(wordCount(changed.editor.getText()));
    },
    onBlur: () => latest.current.onBlur(),
  });
  useEffect(() => {
    // The editor renders again, because the values were loaded or have changed.
    if (editor.isInitialized) editor.view.dispatch(editor.state.tr.setMeta('figures', true));
  }, [editor, figures]);
  useEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  return (
    <div
      className="office-writing border border-edge rounded-ctl bg-card data-invalid:border-danger
        data-invalid:shadow-[inset_0_0_0_1px_var(--danger)]
        has-[.office-rich-text:focus-visible]:[outline:3px_solid_var(--accent)]
        has-[.office-rich-text:focus-visible]:outline-offset-2"
      data-invalid={invalid ? '' : undefined}
    >
      {!readOnly && <Toolbar editor={editor} label={label} />}
      <EditorContent editor={editor} />
      <p className={footLook}>
        <span>
          <span className="num">{formatNumber(count)}</span> 字
        </span>
        {!readOnly && <span className="hidden lg:inline">Alt＋F10 到工具列</span>}
      </p>
    </div>
  );
}
