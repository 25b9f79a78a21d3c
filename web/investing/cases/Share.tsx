// Shares the URL of a case with the device's share sheet or, if there is none, through the
// clipboard.
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
      // Closing the share sheet is not a failure.
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
