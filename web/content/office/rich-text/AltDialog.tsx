// Dialog for a picture in a text: changes its description there, or removes it.
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/Select.tsx';
import { ALT_HINT, ALT_MAX, ALT_MISSING } from '../words.ts';

function Asking({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [alt, setAlt] = useState(String(editor.getAttributes('image')['alt'] ?? ''));
  const [error, setError] = useState('');
  const keep = () => {
    const text = alt.trim();
    if (!text) return setError(ALT_MISSING);
    editor
      .chain()
      .focus()
      .updateAttributes('image', { alt: text.slice(0, ALT_MAX) })
      .run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().deleteSelection().run();
    onClose();
  };
  return (
    <div className="grid gap-5">
      <Field id="image-alt" label="圖片說明" hint={ALT_HINT} error={error || undefined}>
        <TextArea value={alt} limit={ALT_MAX} onChange={(event) => setAlt(event.target.value)} />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={remove}>移除圖片</Button>
        <Button look="primary" onClick={keep}>
          套用說明
        </Button>
      </div>
    </div>
  );
}

export function AltDialog({
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
    <Dialog open={open} onClose={onClose} title="圖片說明">
      {open && <Asking editor={editor} onClose={onClose} />}
    </Dialog>,
    document.body,
  );
}
