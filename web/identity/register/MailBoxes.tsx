// Link to the mail just sent: opens the e-mail provider's page in another tab.
import { ExternalLink } from 'lucide-react';
import { buttonShape } from '../../ui/Button.tsx';
import { mailBoxesOf } from './mail.ts';

export function MailBoxes({ email }: { email: string }) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {mailBoxesOf(email).map(({ name, url }) => (
        <a key={name} href={url} target="_blank" rel="noopener" {...buttonShape()}>
          開啟 {name}
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      ))}
    </div>
  );
}
