// Passes the address of a case on: by the device's own sheet, else by the clipboard.
import { Share2 } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

export function Share({ caseNo }: { caseNo: string }) {
  const share = async () => {
    const { origin, pathname } = window.location;
    const url = origin + pathname;
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title: `案件 ${caseNo}`, url });
      } else {
        await navigator.clipboard.writeText(url);
        toast('已複製連結');
      }
    } catch (error) {
      // Who closes the sheet again has not failed.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast('無法分享，請複製網址列的連結', { tone: 'info' });
    }
  };
  return (
    <Button
      look="quiet"
      size="sm"
      className="ms-auto no-print"
      icon={<Share2 size={18} aria-hidden="true" />}
      onClick={() => void share()}
    >
      分享
    </Button>
  );
}
