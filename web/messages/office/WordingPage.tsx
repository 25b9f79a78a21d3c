// Page of one kind of notice: its texts by channel, the form to change them, and their versions.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import type { FullWording } from '#contract/messages/calls.ts';
import { type WordingWay, wayText } from '#contract/core/wording.ts';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { Answered } from '../../office/kit/Answered.tsx';
import { queryOf } from '../../office/api.ts';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { type ByWay, WordingForm } from './WordingForm.tsx';
import { WordingPreview } from './WordingPreview.tsx';
import { WordingVersions } from './WordingVersions.tsx';
import { noticeCategoryText } from '#contract/notices/words.ts';

const back = { to: paths.wordings(), text: '通知範本' };

function Way({ kind, of }: { kind: FullWording; of: ByWay }) {
  const roles = useOperator().data?.data.roles ?? [];
  const mayWrite = roles.includes('admin') || roles.includes('editor');
  return (
    <div className="office-editor">
      <div className="office-editor-main">
        {mayWrite ? (
          <WordingForm key={of.version} kind={kind} of={of} />
        ) : (
          <WordingPreview kind={kind} way={of.way} words={of.current} title="現行內容" />
        )}
      </div>
      <div className="office-editor-side">
        <Variables kind={kind} />
        <WordingVersions kind={kind} of={of} mayWrite={mayWrite} />
      </div>
    </div>
  );
}

async function copy(name: string): Promise<void> {
  const text = `{{${name}}}`;
  try {
    await navigator.clipboard.writeText(text);
    toast(`已複製 ${text}，請貼到內文`);
  } catch {
    toast(`無法複製，請自行輸入 ${text}`, { tone: 'info' });
  }
}

function Variables({ kind }: { kind: FullWording }) {
  return (
    <Card as="section">
      <CardHead title="可用的變數" />
      <ul className="grid max-h-[20rem] overflow-y-auto" aria-label="可用的變數">
        {kind.variables.map(({ name, meaning, sample, must }) => (
          <li key={name}>
            <button
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0 w-full p-2
                rounded-ctl text-start text-sm hover:bg-sunken"
              type="button"
              title={`複製 {{${name}}}`}
              onClick={() => void copy(name)}
            >
              <code className="wrap-anywhere text-primary">{`{{${name}}}`}</code>
              {must && <span className="value text-ink font-bold">不可省略</span>}
              <span className="about col-span-full text-ink-3 text-xs">
                {meaning}，例如「{sample}」
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function WordingPage() {
  const { key = '' } = useParams();
  const [address, setAddress] = useSearchParams();
  const query = useQuery(queryOf('messages', 'getWording', { key }));
  return (
    <Answered query={query} what="這種通知" back={back}>
      {({ data }) => {
        const wanted = address.get('way') as WordingWay | null;
        const way = data.ways.find((one) => one === wanted) ?? data.ways[0]!;
        return (
          <>
            <DetailHead back={back} title={data.name}>
              <Tag glyph={false}>{noticeCategoryText[data.category].text}</Tag>
              {data.always && <span>不論會員的設定，一律寄出電子郵件</span>}
            </DetailHead>
            <Tabs
              label="管道"
              value={way}
              onValueChange={(to) => setAddress({ way: to }, { replace: true })}
              tabs={data.byWay.map((of) => ({
                id: of.way,
                label: wayText[of.way],
                panel: of.way === way && <Way kind={data} of={of} />,
              }))}
            />
          </>
        );
      }}
    </Answered>
  );
}
