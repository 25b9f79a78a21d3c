// Making one advertisement, or changing it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { atField } from '../../../form/at-field.ts';
import { Form, useZodForm, type Sending } from '../../../form/Form.tsx';
import { deleted, LeaveQuestion } from '../../../form/LeaveGuard.tsx';
import { Answered } from '../../../office/kit/Answered.tsx';
import { api, asked } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Facts, Tag } from '../../../ui/display/Card.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { adSchema, blankAd, fieldsOf, type Ad } from './ad.ts';
import { AdSettings, AdWords } from './AdForm.tsx';
import { Period } from './AdsPage.tsx';
import { orNewer, useBase, useMayWrite } from '../editing.ts';
import { FiguresLegend } from '../rich-text/FiguresLegend.tsx';
import { HistoryCard } from '../HistoryCard.tsx';
import { NewerAlert } from '../NewerAlert.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import { ReadOnlyNote } from '../ReadOnlyNote.tsx';
import { PictureBox } from '../picture/PictureBox.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { SaveActs } from '../SaveActs.tsx';
import { adStateWords } from '../words.ts';

const back = { to: paths.ads(), text: '廣告' };
const unsaved = { version: 0 } as Ad;

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

type Reread = () => Promise<{ isError: boolean }>;

function Editor({ latest, reread }: { latest: Ad | null; reread: Reread }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const { base, setBase, newer } = useBase(latest ?? unsaved);
  const [edition, setEdition] = useState(0);
  const form = useZodForm(adSchema, latest ? fieldsOf(latest) : blankAd());
  const { isDirty, isSubmitting } = form.formState;
  const settle = (ad: Ad) => {
    setBase(ad);
    form.reset(fieldsOf(ad));
  };
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
      toast('已儲存');
      if (!latest) await navigate(paths.ad(answer.data.id), { replace: true });
    } catch (error) {
      throw atField(error, { AD_PERIOD: 'endsOn', IMAGE_NOT_FOUND: 'imageId' });
    }
  };
  return (
    <>
      {!mayWrite && <ReadOnlyNote />}
      <Form form={form} label="廣告" className="office-editor" onSubmit={submit}>
        {newer && (
          <div className="office-editor-wide">
            <NewerAlert
              by={newer.updatedBy}
              look={<Read ad={newer} />}
              onKeep={() => setBase(newer)}
              onTake={() => {
                settle(newer);
                setEdition(edition + 1);
              }}
            />
          </div>
        )}
        <div className="office-editor-main">
          <AdWords
            key={edition}
            ad={latest && base}
            readOnly={!mayWrite}
            onAlt={(alt) => {
              if (!form.getValues('alt')) form.setValue('alt', alt, { shouldDirty: true });
            }}
          />
        </div>
        <div className="office-editor-side">
          {mayWrite && (
            <SaveActs isDirty={isDirty} isSaved={latest !== null}>
              {latest && <Remove ad={base} />}
            </SaveActs>
          )}
          <AdSettings readOnly={!mayWrite} />
          {mayWrite && <FiguresLegend />}
          {latest && <HistoryCard history={latest.history} />}
        </div>
      </Form>
      <LeaveQuestion dirty={mayWrite && isDirty && !isSubmitting} />
    </>
  );
}

export function AdPage() {
  const { id = '' } = useParams();
  const query = useQuery(asked('content', 'getAd', { id }));
  return (
    <Answered query={query} what="這則廣告" back={back}>
      {({ data: ad }) => (
        <>
          <DetailHead back={back} title={ad.title}>
            <Tag tone={adStateWords[ad.state].tone}>{adStateWords[ad.state].text}</Tag>
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
