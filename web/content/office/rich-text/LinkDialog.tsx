// Dialog for a link's target and, if nothing is selected, its text.
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { isLink } from './body-html.ts';

const WRONG = '請填站內路徑（例如 /investment）、https 網址、mailto: 或 tel:';

function Asking({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const had = String(editor.getAttributes('link')['href'] ?? '');
  const { empty } = editor.state.selection;
  const wantsWords = empty && had === '';
  const [to, setTo] = useState(had);
  const [words, setWords] = useState('');
  const [error, setError] = useState('');
  const set = () => {
    const href = to.trim();
    if (!isLink(href)) return setError(WRONG);
    const chain = editor.chain().focus();
    if (wantsWords) {
      const link = { type: 'link', attrs: { href } };
      chain.insertContent({ type: 'text', text: words.trim() || href, marks: [link] }).run();
    } else chain.extendMarkRange('link').setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const enter = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    set();
  };
  return (
    <div className="grid gap-5">
      <Field id="link-to" label="連到" error={error || undefined} hint="站內路徑以 / 開頭">
        <TextInput
          value={to}
          autoComplete="off"
          onChange={(event) => setTo(event.target.value)}
          onKeyDown={enter}
        />
      </Field>
      {wantsWords && (
        <Field id="link-words" label="顯示的文字" optional>
          <TextInput
            value={words}
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={enter}
          />
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {had && <Button onClick={remove}>移除連結</Button>}
        <Button look="primary" onClick={set}>
          套用連結
        </Button>
      </div>
    </div>
  );
}

export function LinkDialog({
  open,
  editor,
  onClose,
}: {
  open: boolean;
  editor: Editor;
  onClose: () => void;
}) {
  // The dialog is rendered outside the page's form, because otherwise the Enter key would submit
  // that form.
  return createPortal(
    <Dialog open={open} onClose={onClose} title="連結">
      {open && <Asking editor={editor} onClose={onClose} />}
    </Dialog>,
    document.body,
  );
}
