// Frame of a step's page: the progress, and a message if the step cannot be completed now.
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { refreshVerification, useSession, type Verification } from '../../session.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { currentOn, pageAfter, stateOf, stepOf, steps, type StepId } from './steps.ts';
import '../verification.css';

/** Called after a step is submitted: updates the session and moves on to the next page. */
export function useStepDone(id: StepId): (answer: { info: Verification }) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (answer) => {
    void client.invalidateQueries({ queryKey: ['identity', 'accountInfo'] });
    await refreshVerification(async () => answer);
    toast(`${stepOf(id).name}已送出`);
    await navigate(pageAfter(answer.info, id));
  };
}

function Closed({ reason }: { reason: string }) {
  return (
    <EmptyState
      title={reason}
      actions={
        <GoButton to={paths.verification()} look="primary">
          回到身分驗證
        </GoButton>
      }
    />
  );
}

export function StepPage({
  id,
  title,
  lead,
  children,
}: {
  id: StepId;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const { verification } = useSession();
  const step = stepOf(id);
  const file = verification ?? { verifiedIDStage: 0, verifiedIDstatus: 0 };
  const state = stateOf(file, step);
  const closed =
    state.action && state.action !== '補件'
      ? undefined
      : (state.locked ?? '這一步已經送出，目前不需要修改');
  // A page that is already open stays open: submitting completes the step, and the page must not
  // change before it navigates away.
  const [opened, setOpened] = useState(false);
  if (!opened && closed === undefined) setOpened(true);
  const isOpen = opened || closed === undefined;
  return (
    <div className="container page">
      <Stack>
        <Go to={paths.verification()} className="link inline-flex items-center gap-2">
          <ArrowLeft size={16} aria-hidden="true" />
          身分驗證
        </Go>
        <Steps
          steps={steps.map(({ name }) => name)}
          current={currentOn(file, step, isOpen)}
          label="身分驗證的步驟"
        />
        <div>
          <h1>{title}</h1>
          {lead && <p className="mt-2 text-ink-3">{lead}</p>}
        </div>
        {isOpen ? children : <Closed reason={closed} />}
      </Stack>
    </div>
  );
}
