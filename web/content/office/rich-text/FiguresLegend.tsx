// Variables that may be used in a text, each with its current value; a click copies it.
import { useState } from 'react';
import { wordsOf } from '../../../api.ts';
import { ErrorState, SkeletonLines } from '../../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { useFigures } from './RichTextField.tsx';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`已複製 ${text}，請貼到內文`);
  } catch {
    toast(`無法複製，請自行輸入 ${text}`, { tone: 'info' });
  }
}

/**
 * Each variable with its current value; a click copies the variable in the form in which a text
 * contains it.
 */
export function FigureKeys({
  figures,
  spelt,
}: {
  figures: readonly { key: string; value: string; about: string }[];
  spelt: (key: string) => string;
}) {
  return (
    <ul className="grid max-h-[20rem] overflow-y-auto" aria-label="可用的數字">
      {figures.map(({ key, value, about }) => (
        <li key={key}>
          <button
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0 w-full p-2 rounded-ctl
              text-start text-sm hover:bg-sunken"
            type="button"
            title={`複製 ${spelt(key)}`}
            onClick={() => void copy(spelt(key))}
          >
            <code className="wrap-anywhere text-primary">{spelt(key)}</code>
            <span className="value text-ink font-bold">{value}</span>
            <span className="about col-span-full text-ink-3 text-xs">{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Figures() {
  const query = useFigures();
  const [wanted, setWanted] = useState('');
  if (query.isPending) return <SkeletonLines lines={4} />;
  if (query.isLoadingError) {
    return <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  const words = wanted.trim().toLowerCase();
  const found = query.data.data.filter(({ key, value, about }) =>
    `${key} ${value} ${about}`.toLowerCase().includes(words),
  );
  return (
    <div className="grid gap-3">
      <Field id="figure-search" label="尋找數字" optional>
        <TextInput
          type="search"
          value={wanted}
          autoComplete="off"
          placeholder="例如 手續費"
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={(event) => void (event.key === 'Enter' && event.preventDefault())}
        />
      </Field>
      <FigureKeys figures={found} spelt={(key) => `{{${key}}}`} />
      {found.length === 0 && <p className="text-ink-3">沒有符合的數字</p>}
    </div>
  );
}

/** The legend is loaded when it is opened, because most edits do not need it. */
export function FiguresLegend() {
  return (
    <Card as="section">
      <CardHead title="自動更新的數字" />
      <p className="mb-4 text-sm text-ink-2">
        金額、費率與天數請寫代號，公開頁面會自動換成當天的數字，不必逐篇修改。
      </p>
      <Figures />
    </Card>
  );
}
