// Push messages in the notice settings: switches them on for this browser and lists all devices.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../site/kit/api.ts';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/display/Amount.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { type PushDevice, usePush } from './push.ts';

type Props = { push: Parameters<typeof usePush>[0] };

/** Name of this browser, as the list of signed-in devices has it. */
function useDeviceName(): string {
  const sessions = useQuery(queryOf('identity', 'sessions', {}));
  return sessions.data?.data.find(({ current }) => current)?.device ?? '瀏覽器';
}

export function PushSettings({ push }: Props) {
  const name = useDeviceName();
  const { own, isPossible, adding, removing } = usePush(push);
  const row = (device: PushDevice) => (
    <li key={device.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          {device.name}
          {device.id === own?.id && <Tag tone="done">這個裝置</Tag>}
        </p>
        <p className="text-sm text-ink-3">
          <DateText at={device.addedAt} /> 開啟
        </p>
      </div>
      <Button
        size="sm"
        busy={removing.isPending && removing.variables.id === device.id}
        aria-label={`關閉「${device.name}」的推播`}
        onClick={() => removing.mutate(device)}
      >
        關閉
      </Button>
    </li>
  );
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-base">推播</h3>
      <p className="text-sm text-ink-3">
        開啟後，新通知會顯示在裝置的畫面上。鎖定畫面只有標題，沒有金額與姓名。登出後，該裝置的推播會一併關閉，下次登入需重新開啟。
      </p>
      {push.devices.length > 0 && <ul>{push.devices.map(row)}</ul>}
      {!own && isPossible && (
        <div>
          <Button size="sm" busy={adding.isPending} onClick={() => adding.mutate(name)}>
            在這個裝置開啟推播
          </Button>
        </div>
      )}
      {!isPossible && (
        <p className="text-sm">
          這個瀏覽器不支援推播。使用 iPhone 或 iPad 時，請先將本站加入主畫面，再從主畫面開啟。
        </p>
      )}
    </section>
  );
}
