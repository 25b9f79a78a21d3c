// Saved views of the inbox: opened, saved under a name, deleted.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import type { TaskFilter } from '#contract/tasks/desk.ts';
import { wordsOf } from '../../api.ts';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { api, queryOf } from '../api.ts';
import * as paths from '../paths.ts';

const schema = z.object({ name: z.string().trim().min(1, REQUIRED).max(30) });

function NameForm({ filter, onClose }: { filter: TaskFilter; onClose: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(schema, { name: '' });
  return (
    <Form
      form={form}
      label="儲存檢視"
      onSubmit={async ({ name }, { idempotencyKey }) => {
        await api.tasks.saveTaskView({ name, filter }, { idempotencyKey });
        await client.invalidateQueries({ queryKey: ['tasks', 'taskViews'] });
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

/** Returns whether two filters show the same list. */
const isSame = (a: TaskFilter, b: TaskFilter) => paths.inbox(a) === paths.inbox(b);

export function SavedViews({ filter }: { filter: TaskFilter }) {
  const client = useQueryClient();
  const [naming, setNaming] = useState(false);
  const query = useQuery({ ...queryOf('tasks', 'taskViews', {}), staleTime: 5 * 60_000 });
  const views = query.data?.data ?? [];
  const remove = async (id: string) => {
    try {
      await api.tasks.removeTaskView({ id });
      await client.invalidateQueries({ queryKey: ['tasks', 'taskViews'] });
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' });
    }
  };
  const isKept = views.some((view) => isSame(view.filter, filter));
  return (
    <nav aria-label="我的檢視" className="office-views flex flex-wrap gap-x-3 gap-y-2 items-center">
      {views.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {views.map(({ id, name, filter: kept }) => (
            <li key={id} className="inline-flex items-center">
              <Link
                className="office-filter"
                to={paths.inbox(kept)}
                aria-current={isSame(kept, filter) ? 'page' : undefined}
              >
                {name}
              </Link>
              <IconButton label={`刪除檢視「${name}」`} onClick={() => void remove(id)}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {!isKept && (
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
        <NameForm filter={filter} onClose={() => setNaming(false)} />
      </Dialog>
    </nav>
  );
}
