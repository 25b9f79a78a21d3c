// Dialog that asks for the answers to warnings which an act on several things was refused for.
import { z } from 'zod';
import type { Flag } from '#contract/tasks/flags.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Flags, unsentText, useAnswers } from './Flags.tsx';

type Props = {
  /** Names what is asked about, so that the answers stay until it is sent. */
  id: string;
  flags: readonly Flag[];
  button: string;
  onAnswer: (answers: { flag: string; answer: string }[]) => Promise<void>;
};

const nothing = z.object({});

function TheForm({ id, flags, button, onAnswer }: Props) {
  const form = useZodForm(nothing, {});
  const answering = useAnswers({ id, flags });
  return (
    <Form form={form} label="需確認的事項" onSubmit={() => onAnswer(answering.given.answers ?? [])}>
      <p>回答會交給覆核的同仁，並記入稽核紀錄。</p>
      <Flags flags={answering.flags} answering={answering} />
      <SubmitButton wide disabledReason={unsentText(answering)}>
        {button}
      </SubmitButton>
    </Form>
  );
}

/** Opens when there are flags to answer. */
export function FlagsDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  return (
    <Dialog open={props.flags.length > 0} onClose={onClose} title="放行前需確認">
      {props.flags.length > 0 && <TheForm key={props.id} {...props} />}
    </Dialog>
  );
}
