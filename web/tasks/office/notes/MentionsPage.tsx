// The notes in which colleagues mention the operator, newest first; unread ones are marked.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Mention } from '#contract/tasks/notes.ts';
import { api, queryOf } from '../../../office/api.ts';
import { List } from '../../../office/kit/ListPage.tsx';
import { PageHead } from '../../../office/kit/PageHead.tsx';
import { OlderSteps } from '../../../office/kit/Steps.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, Tag } from '../../../ui/display/Card.tsx';
import { useAct } from '../../../use-act.ts';
import { NoteBody, NoteSubjectLink } from './Notes.tsx';

function Row({ mention }: { mention: Mention }) {
  return (
    <li className="grid gap-1.5 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {mention.readAt === null && <Tag tone="attention">未讀</Tag>}
        <strong>{mention.author}</strong>
        <NoteSubjectLink subject={mention.subject} />
        <span className="text-sm text-ink-3">
          <DateText at={mention.at} />
        </span>
      </p>
      <NoteBody note={mention} />
    </li>
  );
}

export function MentionsPage() {
  const [params] = useSearchParams();
  const client = useQueryClient();
  const before = params.get('before');
  const query = useQuery(queryOf('tasks', 'listMentions', { ...(before && { before }) }));
  const unread = (query.data?.data ?? []).filter(({ readAt }) => readAt === null);
  const { busy, run } = useAct(
    async () => {
      await api.tasks.readMentions({ notes: unread.map(({ id }) => id) });
      await client.invalidateQueries({ queryKey: ['tasks', 'listMentions'] });
    },
    { toasted: 'danger' },
  );
  return (
    <div className="grid gap-6">
      <PageHead
        title="提及"
        acts={
          unread.length > 0 && (
            <Button busy={busy} onClick={() => void run()}>
              全部標為已讀
            </Button>
          )
        }
      />
      <List
        query={query}
        what="提及"
        none={{ title: '沒有提及您的備註', hint: '同仁在備註中提及您時，會出現在這裡。' }}
        rows={({ data }) => (
          <Card as="section" aria-label="提及">
            <ul className="divide-y divide-line">
              {data.map((mention) => (
                <Row key={mention.id} mention={mention} />
              ))}
            </ul>
          </Card>
        )}
        onward={(answer) => (
          <OlderSteps
            answer={answer}
            at={{ before, to: (place) => `?${new URLSearchParams(place)}` }}
          />
        )}
      />
    </div>
  );
}
