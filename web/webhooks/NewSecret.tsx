// A secret that was just made: it is shown once, to be copied.
import { CopyButton } from '../ui/CopyButton.tsx';
import { Alert } from '../ui/display/Alert.tsx';

export function NewSecret({ secret }: { secret: string }) {
  return (
    <Alert tone="ok" live title="請立即保存簽章密鑰，離開後不會再顯示">
      <div className="grid gap-3 justify-items-start">
        <code className="text-ink wrap-anywhere">{secret}</code>
        <CopyButton text={secret} what="簽章密鑰" />
      </div>
    </Alert>
  );
}
