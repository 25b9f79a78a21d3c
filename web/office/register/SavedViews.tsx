// Saved views of a list: filters, order and columns, opened, saved under a name, deleted.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { ViewedList } from '#contract/tasks/desk.ts';
import { Link } from '../links/Link.tsx';
import { wordsOf } from '../../api.ts';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { api, queryOf } from '../api.ts';
import { places } from '../kit/listing.ts';

const schema = z.object({ name: z.string().trim().min(1, REQUIRED).max(30) });

type View = {
  list: ViewedList;
  /** Path of the list's page. */
  path: string;
  /** The current parameters of the page's URL. */
  query: URLSearchParams;
};

/** Returns the parameters that belong to a view: all except the position in the list. */
function viewOf(query: URLSearchParams): Record<string, string> {
  const kept = [...query].filter(([name, value]) => !places.includes(name) && value !== '');
  return Object.fromEntries(kept);
}

const textOf = (query: Record<string, string>) =>
  new URLSearchParams(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();

function NameForm({ list, query, onClose }: Omit<View, 'path'> & { onClose: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(schema, { name: '' });
  return (
    <Form
      form={form}
      label="儲存檢視"
      onSubmit={async ({ name }, { idempotencyKey }) => {
        await api.tasks.saveListView({ list, name, query: viewOf(query) }, { idempotencyKey });
        await client.invalidateQueries({ queryKey: ['tasks', 'listViews'] });
        toast(`已儲存檢視「${name}」`);
        onClose();
      }}
    >
      <TextField name="name" label="名稱" maxLength={30} hint="同名的檢視會被取代" />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>取消</Button>
        <SubmitButton>儲存</SubmitButton>
      </div>
    </Form>
  );
}

export function SavedViews({ list, path, query }: View) {
  const client = useQueryClient();
  const [naming, setNaming] = useState(false);
  const kept = useQuery({ ...queryOf('tasks', 'listViews', { list }), staleTime: 5 * 60_000 });
  const views = kept.data?.data ?? [];
  const remove = async (id: string) => {
    try {
      await api.tasks.removeListView({ id });
      await client.invalidateQueries({ queryKey: ['tasks', 'listViews'] });
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' });
    }
  };
  const shown = textOf(viewOf(query));
  const isSame = (view: { query: Record<string, string> }) => textOf(view.query) === shown;
  return (
    <nav aria-label="我的檢視" className="office-views flex flex-wrap gap-x-3 gap-y-2 items-center">
      {views.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {views.map((view) => (
            <li key={view.id} className="inline-flex items-center">
              <Link
                className="office-filter"
                to={`${path}?${textOf(view.query)}`}
                aria-current={isSame(view) ? 'page' : undefined}
              >
                {view.name}
              </Link>
              <IconButton label={`刪除檢視「${view.name}」`} onClick={() => void remove(view.id)}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {!views.some(isSame) && (
        <Button
          size="sm"
          look="quiet"
          icon={<Bookmark size={18} aria-hidden="true" />}
          onClick={() => setNaming(true)}
        >
          儲存目前檢視
        </Button>
      )}
      <Dialog open={naming} onClose={() => setNaming(false)} title="儲存目前檢視">
        <NameForm list={list} query={query} onClose={() => setNaming(false)} />
      </Dialog>
    </nav>
  );
}
