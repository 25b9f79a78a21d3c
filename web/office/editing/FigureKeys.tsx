// Figures that a text may name, each with its current value; a click copies it.
import { toast } from '../../ui/overlay/toasts.tsx';

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
