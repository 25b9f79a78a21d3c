// Uploads a new picture with its description and focal point.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Picture } from '#contract/content/shapes.ts';
import { wordsOf } from '../../../api.ts';
import { api } from '../../../office/api.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { FileUpload } from '../../../ui/fields/FileUpload.tsx';
import { TextArea } from '../../../ui/fields/Select.tsx';
import { useObjectUrl } from '../../../ui/object-url.ts';
import { uuid } from '../../../uuid.ts';
import { FocalPoint } from './FocalPoint.tsx';
import { ALT_HINT, ALT_MAX, ALT_MISSING } from '../words.ts';

const middle = { focalX: 50, focalY: 50 };

type Problem = { file?: string; alt?: string; said?: string };

export function UploadPicture({
  onDone,
  verb = '上傳並使用這張圖片',
}: {
  onDone: (picture: Picture) => void;
  verb?: string;
}) {
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState('');
  const [focal, setFocal] = useState(middle);
  const [problem, setProblem] = useState<Problem>({});
  const [share, setShare] = useState<number | null>(null);
  const [key, setKey] = useState(uuid);
  const address = useObjectUrl(file);
  const send = async () => {
    const text = alt.trim();
    const missing = {
      ...(!file && { file: '請選擇圖片' }),
      ...(!text && { alt: ALT_MISSING }),
    };
    setProblem(missing);
    if (!file || !text) return;
    setShare(0);
    try {
      const options = { files: { image: file }, idempotencyKey: key, onUpload: setShare };
      const { data } = await api.content.uploadImage({ alt: text, ...focal }, options);
      await client.invalidateQueries({ queryKey: ['content', 'listImages'] });
      onDone(data);
    } catch (error) {
      setProblem({ said: wordsOf(error) });
    }
    setKey(uuid());
    setShare(null);
  };
  return (
    <div className="grid gap-5">
      {problem.said && <Alert tone="danger" live title={problem.said} />}
      <Field
        id="picture-file"
        label="圖片"
        hint="寬度至少 640 像素，網站會自動產生各種大小"
        error={problem.file}
      >
        <FileUpload
          camera={false}
          judged={false}
          busy={share !== null}
          onFilesChange={([chosen]) => {
            setFile(chosen);
            setFocal(middle);
          }}
        />
      </Field>
      <Field id="picture-alt" label="圖片說明" hint={ALT_HINT} error={problem.alt}>
        <TextArea value={alt} limit={ALT_MAX} onChange={(event) => setAlt(event.target.value)} />
      </Field>
      {address && <FocalPoint src={address} focal={focal} onFocalChange={setFocal} />}
      <Button
        look="primary"
        busy={share !== null}
        busyLabel={`上傳中 ${Math.floor((share ?? 0) * 100)}%`}
        onClick={() => void send()}
      >
        {verb}
      </Button>
    </div>
  );
}
