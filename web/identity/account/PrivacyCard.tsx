// Card for the member's data and right to leave: downloading a copy, and closing the account.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveAs } from '../../save-as.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { brand } from '../../site/kit/brand.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import type { Account } from './account.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { ProofDialog } from '../sign-in/ProofDialog.tsx';

export function PrivacyCard({ account }: { account: Account }) {
  const [open, setOpen] = useState<'download' | 'close' | null>(null);
  const shut = () => setOpen(null);
  return (
    <Card as="section">
      <CardHead title="資料與隱私" />
      <p>您可以下載我們保存的您的全部資料：會員資料、登入紀錄、通知、申貸案、出資與帳務紀錄。</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          onClick={() => setOpen('download')}
        >
          下載我的資料
        </Button>
        <Button look="quiet" onClick={() => setOpen('close')}>
          關閉帳戶
        </Button>
      </div>
      <ProofDialog
        named={{ act: 'export' }}
        open={open === 'download'}
        onClose={shut}
        title="下載我的資料"
        about="檔案含有您的完整個人資料，請先確認是您本人，並妥善保管下載的檔案。"
        act="下載"
        account={account}
        onProven={async () => {
          saveAs(await deferredApi.identity.exportAccount(), `${brand.name}-我的資料.json`);
          shut();
          toast('資料已下載');
        }}
      />
      <CloseDialog open={open === 'close'} onClose={shut} account={account} />
    </Card>
  );
}
