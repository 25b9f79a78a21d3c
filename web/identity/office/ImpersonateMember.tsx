// Impersonation of a member on the member site: requires a reason, opened by a one-time link.
import { ExternalLink, MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import {
  impersonationLinkMinutes,
  impersonationMinutes,
} from '#contract/identity/impersonation-rules.ts';
import { api } from '../../office/api.ts';
import { Button, buttonShape } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

export function ViewMember({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const close = () => setLink(null);
  return (
    <>
      <Button icon={<MonitorPlay {...icon} />} onClick={() => setAsking(true)}>
        代看會員頁面
      </Button>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="代看會員頁面"
        about={
          `以這位會員的身分開啟會員網站，僅供檢視，${impersonationMinutes} 分鐘後自動結束。` +
          '會員會收到站內通知，您開啟的每一份文件都會留下紀錄。'
        }
        button="建立連結"
        done="連結已建立"
        refresh="identity"
        onAct={async ({ reason }) => {
          const { data } = await api.identity.startImpersonation({ id, reason });
          setLink(data.link);
        }}
      />
      <Dialog open={link !== null} onClose={close} title="開啟代看">
        <div className="grid gap-5">
          <p>
            連結限用一次，請在 {impersonationLinkMinutes}{' '}
            分鐘內以這個瀏覽器開啟。登出後台，代看也會結束。
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={close}>關閉</Button>
            <a
              {...buttonShape({ look: 'primary' })}
              href={link ?? undefined}
              target="_blank"
              rel="noopener noreferrer"
            >
              <ExternalLink {...icon} />
              開啟會員網站
            </a>
          </div>
        </div>
      </Dialog>
    </>
  );
}
