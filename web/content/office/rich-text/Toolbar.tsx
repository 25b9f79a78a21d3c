// The editor's toolbar: one stop for the Tab key, arrow keys inside; each tool has a name and a
// state.
import { useEditorState, type Editor } from '@tiptap/react';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Redo2,
  Strikethrough,
  Table2,
  Undo2,
} from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { AltDialog } from './AltDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { PicturePicker } from '../picture/PicturePicker.tsx';
import { TableTools } from './TableTools.tsx';

type Tool = {
  label: string;
  Icon: LucideIcon;
  run: () => void;
  /** Whether the tool is active; undefined for tools that have no state. */
  on?: boolean;
  off?: boolean;
};
type OpenDialog = 'link' | 'picture' | 'alt' | null;

function stateOf({ editor }: { editor: Editor }) {
  const can = editor.can();
  return {
    paragraph: editor.isActive('paragraph') && !editor.isActive('listItem'),
    h2: editor.isActive('heading', { level: 2 }),
    h3: editor.isActive('heading', { level: 3 }),
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    link: editor.isActive('link'),
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    quote: editor.isActive('blockquote'),
    table: editor.isActive('table'),
    picture: editor.isActive('image'),
    undo: can.undo(),
    redo: can.redo(),
  };
}

function groupsOf(
  editor: Editor,
  state: ReturnType<typeof stateOf>,
  ask: (what: OpenDialog) => void,
): Tool[][] {
  const act = () => editor.chain().focus();
  const { paragraph, h2, h3, bold, italic, strike, code, bullets, numbers, quote } = state;
  return [
    [
      { label: '內文', Icon: Pilcrow, on: paragraph, run: () => act().setParagraph().run() },
      {
        label: '大標題',
        Icon: Heading2,
        on: h2,
        run: () => act().toggleHeading({ level: 2 }).run(),
      },
      {
        label: '小標題',
        Icon: Heading3,
        on: h3,
        run: () => act().toggleHeading({ level: 3 }).run(),
      },
    ],
    [
      { label: '粗體（Ctrl＋B）', Icon: Bold, on: bold, run: () => act().toggleBold().run() },
      { label: '斜體（Ctrl＋I）', Icon: Italic, on: italic, run: () => act().toggleItalic().run() },
      { label: '刪除線', Icon: Strikethrough, on: strike, run: () => act().toggleStrike().run() },
      { label: '代號', Icon: Code, on: code, run: () => act().toggleCode().run() },
      { label: '連結', Icon: Link2, on: state.link, run: () => ask('link') },
    ],
    [
      { label: '項目清單', Icon: List, on: bullets, run: () => act().toggleBulletList().run() },
      {
        label: '編號清單',
        Icon: ListOrdered,
        on: numbers,
        run: () => act().toggleOrderedList().run(),
      },
      { label: '引言', Icon: Quote, on: quote, run: () => act().toggleBlockquote().run() },
      { label: '分隔線', Icon: Minus, run: () => act().setHorizontalRule().run() },
    ],
    [
      {
        label: '插入表格',
        Icon: Table2,
        off: state.table,
        run: () => act().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
      {
        label: state.picture ? '圖片說明' : '插入圖片',
        Icon: ImagePlus,
        run: () => ask(state.picture ? 'alt' : 'picture'),
      },
    ],
    [
      { label: '復原（Ctrl＋Z）', Icon: Undo2, off: !state.undo, run: () => act().undo().run() },
      { label: '重做（Ctrl＋Y）', Icon: Redo2, off: !state.redo, run: () => act().redo().run() },
    ],
  ];
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

function Dialogs({
  editor,
  asked,
  close,
}: {
  editor: Editor;
  asked: OpenDialog;
  close: () => void;
}) {
  return (
    <>
      <LinkDialog open={asked === 'link'} editor={editor} onClose={close} />
      <AltDialog open={asked === 'alt'} editor={editor} onClose={close} />
      <PicturePicker
        open={asked === 'picture'}
        title="插入圖片"
        onClose={close}
        onPick={({ path, widths, alt }) => {
          const width = widths.findLast((one) => one <= 960) ?? widths[0];
          const src = `${path}/${width}.webp`;
          editor.chain().focus().setImage({ src, alt }).run();
          close();
        }}
      />
    </>
  );
}

export function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const state = useEditorState({ editor, selector: stateOf });
  const [asked, ask] = useState<OpenDialog>(null);
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const buttons = () => [...(bar.current?.querySelectorAll('button') ?? [])];
  const go = (to: number) => {
    setAt(to);
    buttons()[to]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') editor.commands.focus();
    const next = steps[event.key]?.(at, buttons().length - 1);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  const groups = groupsOf(editor, state, ask);
  const before = (i: number) => groups.slice(0, i).reduce((n, { length }) => n + length, 0);
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={`${label}的格式`}
        className="sticky z-5 top-(--header-h) flex flex-wrap gap-x-2.5 gap-y-1 px-2 py-1.5
          border-b border-line rounded-[var(--r-ctl)_var(--r-ctl)_0_0] bg-sunken lg:top-0"
        onKeyDown={press}
      >
        {groups.map((group, i) => (
          <div key={i} className="flex gap-0.5">
            {group.map(({ label: name, Icon, on, off, run }, j) => {
              const mine = before(i) + j;
              return (
                <button
                  className="grid place-items-center w-9 h-9 rounded-[6px] text-ink-2
                    hover:bg-card aria-pressed:bg-primary aria-pressed:text-on-primary
                    aria-disabled:opacity-40 aria-disabled:cursor-default"
                  key={name}
                  type="button"
                  aria-label={name}
                  title={name}
                  aria-pressed={on}
                  aria-disabled={off || undefined}
                  tabIndex={mine === at ? 0 : -1}
                  onFocus={() => setAt(mine)}
                  // Prevents a click on a tool from clearing the selection in the text.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => void (off || run())}
                >
                  <Icon size={18} aria-hidden="true" />
                </button>
              );
            })}
          </div>
        ))}
      </div>
      {state.table && <TableTools editor={editor} />}
      <Dialogs editor={editor} asked={asked} close={() => ask(null)} />
    </>
  );
}
