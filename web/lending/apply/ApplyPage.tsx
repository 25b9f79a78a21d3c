// Page /loan/{plan?}/apply: eligibility, then the application step by step, then submission.
import { useQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import {
  useParams,
  useSearchParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { Plan } from '#contract/lending/calls.ts';
import type { StoredDraft } from '#contract/lending/applying.ts';
import { ApiFailure } from '../../api.ts';
import { renderContext as givenByServer } from '../../page-context.ts';
import { useSession } from '../../session.ts';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import type { Draft } from './apply-draft.ts';
import {
  DOCUMENTS_STEP,
  firstStepOf,
  LAST_STEP,
  stepOfField,
  steps,
  type Problems,
} from './apply-steps.ts';
import { CheckStep } from './CheckStep.tsx';
import { DocumentsStep } from './DocumentsStep.tsx';
import { DraftStatus, DraftNewer } from './DraftKept.tsx';
import { FinanceStep } from './FinanceStep.tsx';
import { NeedStep, PurposeStep } from './NeedStep.tsx';
import { Qualification, type Standing } from './Qualification.tsx';
import type { StepProps } from './StepForm.tsx';
import { Summary } from './Summary.tsx';
import { useDraft } from './use-draft.ts';
import { useStepFocus } from '../use-step-focus.ts';
import { ContactStep, HomeStep, WorkStep, type Account } from './WorkStep.tsx';
import '../lending.css';

/** Answers 404 if there is no plan of that name, as on the plan's own page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { plan } = params;
  if (plan) await context.get(givenByServer).api.lending.planDetail({ id: plan });
  return null;
}

/** Changing the wizard's step also changes the URL, but needs no data from the server. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs) =>
  change.currentParams['plan'] !== change.nextParams['plan'];

export const meta = () => [{ title: titleOf('申貸') }, { name: 'robots', content: 'noindex' }];

type Props = {
  plans: Plan[];
  standing: Standing;
  account: Account;
  memberId: string;
  stored: StoredDraft | null;
};

/** Returns the step from the URL; step 0 is the eligibility check. No step can be skipped. */
function useStep(reached: number, qualified: boolean): [number, (step: number) => void] {
  const [query, setQuery] = useSearchParams();
  const asking = Number(query.get('step') ?? 0);
  const valid = Number.isInteger(asking) && asking > 0 ? asking : 0;
  const step = qualified ? Math.min(valid, reached + 1, LAST_STEP) : 0;
  const go = (to: number) => setQuery(to > 0 ? { step: String(to) } : {});
  return [step, go];
}

function StepList({ step, reached, onGo }: { step: number; reached: number; onGo: GoTo }) {
  return (
    <nav className="wizard-steps sticky top-[calc(var(--header-h)_+_24px)]" aria-label="申貸的步驟">
      <ol>
        {steps.map(({ no, name }) => {
          const open = no <= reached + 1;
          return (
            <li key={no} data-state={no === step ? 'now' : no <= reached ? 'done' : 'next'}>
              {open ? (
                <button
                  type="button"
                  aria-current={no === step ? 'step' : undefined}
                  onClick={() => onGo(no)}
                >
                  <span className="stone place-items-center h-7 text-sm">{no}</span>
                  {name}
                </button>
              ) : (
                <span>
                  <span className="stone place-items-center h-7 text-sm">{no}</span>
                  {name}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
type GoTo = (step: number) => void;

function CurrentStep({
  step,
  given,
  preset,
  send,
  ...props
}: StepProps & {
  step: number;
  given: Props;
  preset: string | undefined;
  send: { onGo: GoTo; onRefused: (problems: Problems) => void; onHandedIn: () => void };
}) {
  const { plans, standing, account } = given;
  const plan = plans.find(({ slug }) => slug === props.values['plan']);
  switch (step) {
    case 1:
      return (
        <NeedStep
          {...props}
          plans={plans}
          suited={standing.plans}
          preset={preset}
          maxAmount={standing.maxAmount}
        />
      );
    case 2:
      return <PurposeStep {...props} account={account} />;
    case 3:
      return <WorkStep {...props} plan={plan} account={account} />;
    case 4:
      return <HomeStep {...props} account={account} />;
    case 5:
      return <FinanceStep {...props} plan={plan} />;
    case 6:
      return <ContactStep {...props} />;
    case DOCUMENTS_STEP:
      return <DocumentsStep {...props} plan={plan} />;
    default:
      return <CheckStep values={props.values} problems={props.problems} plan={plan} {...send} />;
  }
}

function StepHead({
  step,
  heading,
}: {
  step: number;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { name, why } = steps[step - 1]!;
  return (
    <>
      <div className="grid gap-1 lg:hidden">
        <p className="text-sm text-ink-3">
          申貸・步驟 {step}／{LAST_STEP}
        </p>
        <ProgressBar share={(step - 1) / LAST_STEP} label="申貸進度" threads={false} />
      </div>
      <div>
        <h1 ref={heading} tabIndex={-1} className="wizard-title text-h2">
          {name}
        </h1>
        <p className="mt-1 text-ink-3">{why}</p>
      </div>
    </>
  );
}

function Wizard({ given }: { given: Props }) {
  const { plan: wanted } = useParams();
  // The plan in the URL is preselected once; after that the member's own choice counts.
  const [preset, setPreset] = useState(given.plans.find(({ slug }) => slug === wanted)?.slug);
  const { keeper, keeping } = useDraft(given.memberId, given.stored);
  const { reached } = keeping.draft;
  const [problems, setProblems] = useState<Problems>({});
  /** Incremented when another device's draft is loaded, which resets the forms. */
  const [round, setRound] = useState(0);
  const [step, go] = useStep(reached, given.standing.qualified);
  const { heading, moved } = useStepFocus(step);
  const goTo = (to: number) => {
    moved();
    void keeper.keep();
    go(to);
  };
  const next = (values: Draft['values']) => {
    const left = Object.entries(problems).filter(([field]) => stepOfField(field) !== step);
    setProblems(Object.fromEntries(left));
    if (step === 1) setPreset(undefined);
    const all = { ...keeper.current().draft.values, ...values };
    void keeper.keep({ values: all, reached: Math.max(reached, step) });
    // After correcting a refused field, the user is led to the next refused field, and finally back
    // to the last step.
    const isCorrecting = left.length < Object.keys(problems).length;
    if (left.length > 0) goTo(firstStepOf(Object.fromEntries(left)));
    else goTo(isCorrecting ? LAST_STEP : step + 1);
  };
  if (step === 0) {
    return (
      <Qualification
        standing={given.standing}
        resumed={reached > 0}
        onStart={() => goTo(Math.min(reached + 1, LAST_STEP))}
      />
    );
  }
  // The first step shows the same figures below its fields.
  const summary = step > 1 && <Summary keeper={keeper} plans={given.plans} />;
  const mine = Object.entries(problems).filter(([field]) => stepOfField(field) === step);
  return (
    <div
      className="grid gap-x-10 gap-y-6 items-start lg:grid-cols-[14rem_minmax(0,1fr)]
        xl:grid-cols-[13rem_minmax(0,1fr)_17rem]"
    >
      <StepList step={step} reached={reached} onGo={goTo} />
      <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-start-1 max-xl:lg:row-span-2">
        <StepHead step={step} heading={heading} />
        {summary && <div className="lg:hidden">{summary}</div>}
        <DraftNewer keeping={keeping} keeper={keeper} onTaken={() => setRound(round + 1)} />
        <CurrentStep
          key={`${round} ${step}`}
          step={step}
          given={given}
          preset={preset}
          values={keeper.current().draft.values}
          problems={step === LAST_STEP ? problems : Object.fromEntries(mine)}
          onKeep={keeper.typed}
          onNext={next}
          onBack={() => goTo(step - 1)}
          send={{ onGo: goTo, onRefused: setProblems, onHandedIn: keeper.used }}
        />
        <DraftStatus keeping={keeping} keeper={keeper} />
      </div>
      <div className="max-lg:hidden max-xl:row-start-2 xl:h-full">{summary}</div>
    </div>
  );
}

function Content() {
  const { user } = useSession();
  const plans = useQuery({ ...queryOf('lending', 'planList', {}), staleTime: 5 * 60_000 });
  const standing = useQuery(queryOf('lending', 'qualification', {}));
  const account = useQuery(queryOf('identity', 'accountInfo', {}));
  const draft = useQuery({ ...queryOf('lending', 'loanDraft', {}), refetchOnMount: 'always' });
  const all = [plans, standing, account];
  const failed = all.find(({ error }) => error)?.error;
  if (failed) {
    const requestId = failed instanceof ApiFailure ? failed.requestId : undefined;
    return (
      <>
        <h1>申貸</h1>
        <ErrorState
          requestId={requestId}
          onRetry={() => {
            for (const query of all) if (query.isLoadingError) void query.refetch();
          }}
        />
      </>
    );
  }
  // If the server's draft cannot be read, no error is shown, because this device may have a draft;
  // an error appears if saving fails as well.
  const isRead = draft.isLoadingError || draft.isFetchedAfterMount;
  if (!plans.data || !standing.data || !account.data || !user || !isRead) {
    return (
      <Loading>
        <h1 className="visually-hidden">申貸</h1>
        <Skeleton shape="block" className="h-96" />
      </Loading>
    );
  }
  return (
    <Wizard
      given={{
        plans: plans.data.data,
        standing: standing.data.data,
        account: account.data.data,
        memberId: user.id,
        stored: draft.data?.data ?? null,
      }}
    />
  );
}

export default function ApplyPage() {
  return (
    <div className="container page grid gap-6">
      <Content />
    </div>
  );
}
