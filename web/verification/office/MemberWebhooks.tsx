// Endpoints of a member's own server, so that an operator can say why no event arrives there.
import { endpointWords, noAnswerText } from '#contract/webhooks/states.ts';
import type { OfficeMember } from '#contract/verification/members.ts';
import { Ago } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';

type Endpoint = OfficeMember['webhooks'][number];

function LastAnswer({ triedAt, status, failure }: Endpoint) {
  if (triedAt === null) return <>尚未傳送</>;
  return (
    <>
      最近一次 <Ago at={triedAt} />：{failure ? noAnswerText[failure] : `HTTP ${status}`}
    </>
  );
}

/** An endpoint that is on but did not accept the last event. */
const isFailing = ({ state, triedAt, status }: Endpoint) =>
  state === 'active' && triedAt !== null && (status === null || status < 200 || status > 299);

const failing = { text: '送達失敗，重試中', tone: 'attention' } as const;

/** Nothing for the many members who have no endpoint. */
export function MemberWebhooks({ member: { webhooks } }: { member: OfficeMember }) {
  if (webhooks.length === 0) return null;
  return (
    <Card as="section" aria-label="Webhook">
      <CardHead title="Webhook" />
      <ul className="office-list">
        {webhooks.map((endpoint) => {
          const { text, tone } = isFailing(endpoint) ? failing : endpointWords[endpoint.state];
          return (
            <li key={endpoint.id}>
              <div>
                <span className="wrap-anywhere">{endpoint.host}</span>
                <p className="text-sm text-ink-3">
                  <LastAnswer {...endpoint} />
                </p>
              </div>
              {endpoint.waiting > 0 && (
                <span className="text-sm text-ink-2">{endpoint.waiting} 筆等待傳送</span>
              )}
              <Tag tone={tone}>{text}</Tag>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
