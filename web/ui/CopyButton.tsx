// Button that copies a text and confirms it.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { toast } from './overlay/toasts.tsx';

/** `what` is the name of the copied text: 「虛擬帳號」 → 「已複製虛擬帳號」. */
export function CopyButton({
  text,
  what,
  label = '複製',
  look,
}: {
  text: string;
  what: string;
  label?: string;
  /** `primary` where copying is the act of the page; it then says what is copied. */
  look?: 'primary';
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast(`已複製${what}`);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      toast('無法複製，請長按文字自行複製', { tone: 'danger' });
    }
  };
  return (
    <Button
      size={look ? 'md' : 'sm'}
      look={look}
      onClick={copy}
      aria-label={`${label}${what}`}
      icon={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    >
      {copied ? '已複製' : look ? `${label}${what}` : label}
    </Button>
  );
}
