// Page of one task: its subject, the panel of its kind, and its outcome.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ComponentType } from 'react';
import { useParams } from 'react-router';
import type { Task, TaskOf, TaskWithDetail } from '#contract/tasks/calls.ts';
import { taskRules, type TaskKind } from '#contract/tasks/kinds.ts';
import { Link } from '../../office/links/Link.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button, buttonShape } from '../../ui/Button.tsx';
import { Card, Tag } from '../../ui/display/Card.tsx';
import { queryOf } from '../../office/api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { useNext } from '../../office/deciding/at-desk.ts';
import { DueTag, Waited } from '../../office/kit/Due.tsx';
import { Hands } from '../../office/kit/Hands.tsx';
import { Flags } from '../../office/deciding/Flags.tsx';
import { useLetter } from '../../office/keyboard.ts';
import type { PanelProps, Panels } from '../../office/panel.ts';
import { Notes } from './notes/Notes.tsx';
import { SentBackPanel } from './SentBackPanel.tsx';
import * as paths from '../../office/paths.ts';
import { decidedText, decidedTone } from '#contract/tasks/words.ts';
import { TaskFacts } from '../../office/deciding/TaskFacts.tsx';

function Head({ task }: { task: Task }) {
  return (
    <DetailHead
      title={task.subject.label}
      tab={`${taskRules[task.kind].text} ${task.subject.label}`}
      back={{ to: paths.inbox({ kind: task.kind }), text: taskRules[task.kind].text }}
      acts={<Hands task={task} />}
    >
      {task.status === 'open' ? (
        <>
          <DueTag at={task.dueAt} />
          <span>
            已等待 <Waited since={task.createdAt} />
          </span>
        </>
      ) : (
        <Tag tone={decidedTone(task.kind, task.decision)}>
          {decidedText(task.kind, task.decision)}
        </Tag>
      )}
      <span>
        送件 <DateText at={task.createdAt} />
      </span>
      {task.status === 'open' && task.priority === 'high' && (
        <Tag tone="attention">急件{task.priorityReason && `：${task.priorityReason}`}</Tag>
      )}
      {task.status === 'open' && (
        <span>{task.assignee ? `承辦 ${task.assignee.name}` : '未取得'}</span>
      )}
      {task.maker && <span>經辦 {task.maker}</span>}
      <span>工作編號 {task.id}</span>
    </DetailHead>
  );
}

/** Takes the next task of the same kind, or links back to the inbox if no task waits. */
function Next({ kind }: { kind: TaskKind }) {
  const waiting = useQuery(
    queryOf('tasks', 'listTasks', { kind, assignee: 'none', item_per_page: 1 }),
  ).data?.total;
  const next = useNext(kind);
  useLetter('n', waiting ? next.take : undefined);
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {waiting ? (
        <Button look="primary" busy={next.busy} onClick={next.take}>
          取得下一件（還有 {waiting} 件，按 N）
        </Button>
      ) : null}
      <Link to={paths.inbox({ kind })} {...buttonShape()}>
        回{taskRules[kind].text}列表
      </Link>
    </div>
  );
}

/** Outcome of the task; takes the focus if the task was decided just now. */
function Outcome({ task, fresh }: { task: Task; fresh: boolean }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!fresh) return;
    ref.current?.focus();
    window.scrollTo(0, 0);
  }, [fresh]);
  return (
    <Card as="section" tone="tint" className="mb-5">
      <h2 ref={ref} tabIndex={-1} className="text-inherit outline-none text-h3">
        {decidedText(task.kind, task.decision)}
      </h2>
      <p>
        {task.checker ? `由 ${task.checker} 決定` : '由系統結束'}
        {task.reason && <>，原因：{task.reason}</>}
      </p>
      <Next kind={task.kind} />
    </Card>
  );
}

type PanelOfTask<K extends TaskKind> = { kind: K; task: TaskOf<K>; panels: Panels };

/** The panel of the task's kind; if there is none, the task's facts. */
function Panel<K extends TaskKind>({ kind, task, panels }: PanelOfTask<K>) {
  const Shown: ComponentType<PanelProps<K>> = panels[kind]?.panel ?? TaskFacts;
  return <Shown task={task} />;
}

function SentBack({ task, panels }: PanelProps<'sent_back'> & { panels: Panels }) {
  const { id, type } = task.subject;
  const { from } = task.detail;
  return <SentBackPanel task={task} to={from && panels[from]?.workplace?.(id, type)} />;
}

function Body({ task, panels }: { task: TaskWithDetail; panels: Panels }) {
  const wasOpen = useRef(task.status === 'open');
  return (
    <>
      <Head task={task} />
      {task.status === 'done' && <Outcome task={task} fresh={wasOpen.current} />}
      {task.status === 'done' && task.flags.length > 0 && (
        <Card as="section" className="mb-5">
          <Flags flags={task.flags} />
        </Card>
      )}
      {task.kind === 'sent_back' ? (
        <SentBack task={task} panels={panels} />
      ) : (
        <Panel kind={task.kind} task={task} panels={panels} />
      )}
      {/* Below the last line there is room for the bar that covers the bottom of the window. */}
      <div className="mt-5 pb-[var(--sticky-bar,0px)]">
        <Notes subject="task" id={task.id} />
      </div>
    </>
  );
}

/** `panels`: what the features hand in for their kinds of tasks. */
export function TaskPage({ panels }: { panels: Panels }) {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('tasks', 'getTask', { id }));
  return (
    <Answered
      query={query}
      what="這項工作"
      missing="可能已經移除，或不屬於您的角色。"
      back={{ to: paths.inbox(), text: '待辦' }}
    >
      {({ data: task }) => <Body key={task.id} task={task} panels={panels} />}
    </Answered>
  );
}
