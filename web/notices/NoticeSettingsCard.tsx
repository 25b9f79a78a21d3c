// Card in which members choose the channels for each category of notices.
import { channelText } from '#contract/core/wording.ts';
import { noticeCategoryText } from '#contract/notices/words.ts';
import { ErrorState, SkeletonLines } from '../ui/display/Alert.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { Checkbox } from '../ui/fields/Choices.tsx';
import { PushSettings } from './PushSettings.tsx';
import { useChannels } from './push.ts';
import { usePreferences, type PreferenceChange, type Preferences } from './preferences.ts';
import './notices.css';
import '../ui/boxes.css';

const kinds = [
  { id: 'invest', name: noticeCategoryText.invest.text, about: '付款、滿額、分配與退款' },
  { id: 'loan', name: noticeCategoryText.loan.text, about: '審核、簽約、撥款與還款' },
  { id: 'account', name: noticeCategoryText.account.text, about: '身分驗證與資料變更' },
  { id: 'other', name: noticeCategoryText.other.text, about: '平台公告' },
] as const;
const allWays = [
  { id: 'email', name: channelText.email },
  { id: 'sms', name: channelText.sms },
  { id: 'push', name: channelText.push },
] as const;

type Props = {
  preferences: Preferences;
  change: (change: PreferenceChange) => void;
  /** Whether push messages are switched on for any device. */
  hasPush: boolean;
};

function Matrix({ preferences, change, hasPush }: Props) {
  const ways = allWays.filter(({ id }) => id !== 'push' || hasPush);
  return (
    <table className="notice-ways">
      <caption className="visually-hidden">各類通知的通知方式</caption>
      <thead>
        <tr>
          <th className="py-2" scope="col">
            通知
          </th>
          {ways.map((way) => (
            <th className="py-2" key={way.id} scope="col">
              {way.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind.id}>
            <th className="py-2" scope="row">
              {kind.name}
              <span className="about">{kind.about}</span>
            </th>
            {ways.map((way) => (
              <td key={way.id}>
                <label className="grid place-items-center min-h-11 cursor-pointer">
                  <input
                    className="tick"
                    type="checkbox"
                    aria-label={`${kind.name}通知以${way.name}寄送`}
                    checked={preferences[way.id][kind.id]}
                    onChange={(event) => change({ [way.id]: { [kind.id]: event.target.checked } })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function NoticeSettingsCard({ phone }: { phone: string | null }) {
  const { preferences, failed, retry, change } = usePreferences();
  const push = useChannels().data?.data.push;
  return (
    <Card as="section">
      <CardHead title="通知設定" />
      {failed && <ErrorState compact title="暫時無法載入設定" onRetry={retry} />}
      {!preferences && !failed && <SkeletonLines lines={5} />}
      {preferences && (
        <div className="grid gap-4">
          <Matrix
            preferences={preferences}
            change={change}
            hasPush={!!push && push.devices.length > 0}
          />
          <Checkbox
            checked={preferences.smsDeadlines}
            onChange={(event) => change({ smsDeadlines: event.target.checked })}
          >
            應還日、逾期與簽約期限，以簡訊提醒
          </Checkbox>
          <Checkbox
            checked={preferences.news}
            onChange={(event) => change({ news: event.target.checked })}
          >
            寄給我最新消息與活動
          </Checkbox>
          <p className="text-sm text-ink-3">
            {phone ? (
              <>
                簡訊會傳送到 <span className="num">{phone}</span>。
              </>
            ) : (
              '完成手機驗證後，才會收到簡訊。'
            )}
            與帳戶安全有關的電子郵件一律會寄出；所有通知都會列在通知中心，保留 180 天。
          </p>
          {push && <PushSettings push={push} />}
        </div>
      )}
    </Card>
  );
}
