// Ways to share a page: by messenger, by its URL, or printed.
import { MessageCircle, Printer } from 'lucide-react';
import { Button, buttonShape } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';

/** Returns the messenger's page for sharing a URL. */
const lineShare = (address: string) =>
  `https://social-plugins.line.me/lineit/share?url=${encodeURIComponent(address)}`;

export function PrintButton() {
  return (
    <Button
      size="sm"
      onClick={() => window.print()}
      icon={<Printer size={16} aria-hidden="true" />}
    >
      列印
    </Button>
  );
}

export function Share({ address, title }: { address: string; title: string }) {
  return (
    <div className="share" role="group" aria-label={`分享「${title}」`}>
      <a
        {...buttonShape({ size: 'sm' })}
        href={lineShare(address)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <MessageCircle size={16} aria-hidden="true" />
        分享到 LINE
        <span className="visually-hidden">（另開新視窗）</span>
      </a>
      <CopyButton text={address} what="連結" />
      <PrintButton />
    </div>
  );
}
