// History of everything that happened to a member, newest first, filtered by topic.
import { happeningStateText, timelineGroupText } from '#contract/verification/timeline-words.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  timelineGroups,
  type OfficeHappening,
  type TimelineGroup,
} from '#contract/verification/members.ts';
import { Link } from '../../office/links/Link.tsx';
import { wordsOf } from '../../api.ts';
import { queryOf } from '../../office/api.ts';
import * as paths from '../../office/paths.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { Pagination } from '../../ui/display/Pagination.tsx';
import { actionText, actorWords, moveText } from '#contract/core/action-words.ts';

const PER_PAGE = 25;

export function Happening({ item }: { item: OfficeHappening }) {
  const title = actionText(item.action);
  const state = happeningStateText(item.action, item.state);
  const more = [item.about, moveText(item), item.text, state].filter(Boolean).join('　');
  return (
    <li>
      <DateText at={item.at} />
      <div>
        <p className="what">
          {title ?? <span lang="en">{item.action}</span>}
          {item.amount !== null && <Money amount={item.amount} />}
          <span className="who">{item.actor.name ?? actorWords[item.actor.type]}</span>
        </p>
        {more && <p className="more">{more}</p>}
        {item.reason && <p className="more">原因：{item.reason}</p>}
      </div>
    </li>
  );
}

function Groups({ id, chosen }: { id: string; chosen: TimelineGroup | undefined }) {
  return (
    <nav aria-label="歷程類型" className="mb-2">
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...timelineGroups].map((group) => (
          <li key={group ?? 'all'}>
            <Link
              className="office-filter"
              to={paths.member(id, { group })}
              preventScrollReset
              aria-current={group === chosen ? 'page' : undefined}
            >
              {group ? timelineGroupText[group] : '全部'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Rows({ id, group, page }: { id: string; group: TimelineGroup | undefined; page: number }) {
  const query = useQuery({
    ...queryOf('verification', 'memberTimeline', {
      id,
      ...(group && { group }),
      item_per_page: PER_PAGE,
      offset: (page - 1) * PER_PAGE,
    }),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-96" />
      </Loading>
    );
  }
  if (query.isLoadingError) {
    return <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  const { data, total } = query.data;
  if (data.length === 0) return <p className="py-6 text-ink-3">這一類還沒有紀錄</p>;
  return (
    <div className="grid gap-4">
      <ol className="office-history">
        {data.map((item) => (
          <Happening key={item.id} item={item} />
        ))}
      </ol>
      <Pagination
        page={page}
        pages={Math.ceil(total / PER_PAGE)}
        link={({ page: to, label, current, children }) => (
          <Link
            to={paths.member(id, { group, page: to })}
            preventScrollReset
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
    </div>
  );
}

export function MemberTimeline({ id }: { id: string }) {
  const [query] = useSearchParams();
  const group = timelineGroups.find((one) => one === query.get('group'));
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  return (
    <Card as="section">
      <CardHead title="歷程" />
      <Groups id={id} chosen={group} />
      <Rows id={id} group={group} page={page} />
    </Card>
  );
}
