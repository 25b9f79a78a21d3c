// Page for creating or editing one advertisement.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { atField } from '../../../form/at-field.ts';
import { useZodForm, type Sending } from '../../../form/Form.tsx';
import { deleted } from '../../../form/LeaveGuard.tsx';
import { Answered } from '../../../office/kit/Answered.tsx';
import { api, queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Facts, Tag } from '../../../ui/display/Card.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { adSchema, blankAd, fieldsOf, type Ad } from './ad.ts';
import { AdSettings, AdWords } from './AdForm.tsx';
import { Period } from './AdsPage.tsx';
import { orNewer, useMayWrite } from '../../../office/editing/editing.ts';
import { FiguresLegend } from '../rich-text/FiguresLegend.tsx';
import { HistoryCard } from '../../../office/editing/HistoryCard.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import { PictureBox } from '../picture/PictureBox.tsx';
import { RemoveButton } from '../../../office/editing/RemoveButton.tsx';
import { isWaiting, ReleaseNotice } from '../release/ReleaseNotice.tsx';
import { TakeDown } from '../release/TakeDown.tsx';
import { SaveActs } from '../../../office/editing/SaveActs.tsx';
import { fieldText } from '../../../office/editing/field-words.ts';
import { EditorFrame } from '../../../office/editing/EditorFrame.tsx';
import { useEditing } from '../../../office/editing/use-editing.ts';
import { adWords } from '#contract/content/words.ts';

const back = { to: paths.ads(), text: '廣告' };

function Read({ ad }: { ad: Ad }) {
  return (
    <div className="grid gap-4">
      <PictureBox picture={ad.image} />
      <Facts
        facts={[
          { name: '標題', value: ad.title },
          { name: '說明', value: ad.text || '—' },
          { name: '連到', value: ad.link },
          { name: '按鈕文字', value: ad.label },
          { name: '圖片說明', value: ad.alt },
          { name: '刊登期間', value: <Period ad={ad} /> },
        ]}
      />
    </div>
  );
}

function Remove({ ad }: { ad: Ad }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await api.content.deleteAd({ id: ad.id, version: ad.version });
    await client.invalidateQueries({ queryKey: ['content', 'listAds'] });
    toast('已刪除');
    await navigate(paths.ads(), deleted);
  };
  return (
    <RemoveButton
      title="刪除這則廣告？"
      text="首頁不再顯示，刪除後無法復原。"
      verb="刪除"
      onRemove={remove}
    />
  );
}

/** Taking down what runs or is to run; anything else can be deleted. */
function Taking({ ad, onTaken }: { ad: Ad; onTaken: (ad: Ad) => void }) {
  const client = useQueryClient();
  if (ad.state !== 'running' && ad.state !== 'coming') return <Remove ad={ad} />;
  return (
    <TakeDown
      kind="ad"
      id={ad.id}
      version={ad.version}
      onDone={async () => {
        const answer = await api.content.getAd({ id: ad.id });
        client.setQueryData(['content', 'getAd', { id: ad.id }], answer);
        onTaken(answer.data);
      }}
    />
  );
}

type Reread = () => Promise<{ isError: boolean }>;

function Editor({ latest, reread }: { latest: Ad | null; reread: Reread }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const mayEdit = mayWrite && !isWaiting(latest?.release);
  const form = useZodForm(adSchema, latest ? fieldsOf(latest) : blankAd());
  const { base, newer, settle, edition, keep, take } = useEditing({ latest, form, fieldsOf });
  const submit = async (values: ReturnType<typeof fieldsOf>, { idempotencyKey }: Sending) => {
    const call = latest
      ? api.content.saveAd({ ...values, id: latest.id, version: base.version }, { idempotencyKey })
      : api.content.createAd(values, { idempotencyKey });
    try {
      const answer = await orNewer(call, reread);
      if (!answer) return;
      if (latest) settle(answer.data);
      client.setQueryData(['content', 'getAd', { id: answer.data.id }], answer);
      await client.invalidateQueries({ queryKey: ['content', 'listAds'] });
      toast('已送交覆核');
      if (!latest) await navigate(paths.ad(answer.data.id), { replace: true });
    } catch (error) {
      throw atField(error, { AD_PERIOD: 'endsOn', IMAGE_NOT_FOUND: 'imageId' });
    }
  };
  return (
    <EditorFrame
      form={form}
      label="廣告"
      onSubmit={submit}
      mayWrite={mayWrite}
      notice={<ReleaseNotice kind="ad" subject={latest} mayWrite={mayWrite} onRecalled={reread} />}
      newer={
        newer && { by: newer.updatedBy, look: <Read ad={newer} />, onKeep: keep, onTake: take }
      }
      main={
        <AdWords
          key={edition}
          ad={latest && base}
          readOnly={!mayEdit}
          onAlt={(alt) => {
            if (!form.getValues('alt')) form.setValue('alt', alt, { shouldDirty: true });
          }}
        />
      }
      side={
        <>
          {mayWrite && (
            <SaveActs
              isDirty={form.formState.isDirty}
              isSaved={latest !== null}
              text="儲存並送交覆核"
              mayEdit={mayEdit}
            >
              {latest && <Taking ad={base} onTaken={settle} />}
            </SaveActs>
          )}
          <AdSettings readOnly={!mayEdit} />
          {mayWrite && <FiguresLegend />}
          {latest && <HistoryCard history={latest.history} names={fieldText} />}
        </>
      }
    />
  );
}

export function AdPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('content', 'getAd', { id }));
  return (
    <Answered query={query} what="這則廣告" back={back}>
      {({ data: ad }) => (
        <>
          <DetailHead back={back} title={ad.title}>
            <Tag tone={adWords[ad.state].tone}>{adWords[ad.state].text}</Tag>
            <span>
              <Period ad={ad} />
            </span>
          </DetailHead>
          <Editor key={ad.id} latest={ad} reread={() => query.refetch()} />
        </>
      )}
    </Answered>
  );
}

export function NewAdPage() {
  return (
    <>
      <DetailHead back={back} title="新增廣告" />
      <Editor latest={null} reread={async () => ({ isError: true })} />
    </>
  );
}
