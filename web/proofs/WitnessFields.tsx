// Which witnesses a reader knows, and how many of them must have cosigned the checkpoint.
import { Field } from '../ui/fields/Field.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';

/** Both as they are typed: the keys with spaces between them. */
export type TypedQuorum = { keys: string; atLeast: string };

export const quorumIn = ({ keys, atLeast }: TypedQuorum) => ({
  witnesses: keys.split(/\s+/).filter((key) => key !== ''),
  atLeast: Number(atLeast),
});

export function WitnessFields({
  value,
  onChange,
}: {
  value: TypedQuorum;
  onChange: (value: TypedQuorum) => void;
}) {
  return (
    <>
      <Field
        label="見證人金鑰"
        hint="已填入平台列出的見證人，多位時以空格分開。可以換成您自己信任的見證人。"
      >
        <TextInput
          value={value.keys}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ ...value, keys: event.target.value })}
        />
      </Field>
      <Field label="至少幾位見證人簽章" hint="紀錄剛更新的幾分鐘內，見證人可能還沒簽完。">
        <TextInput
          className="max-w-32"
          inputMode="numeric"
          value={value.atLeast}
          onChange={(event) =>
            onChange({ ...value, atLeast: event.target.value.replaceAll(/\D/g, '') })
          }
        />
      </Field>
    </>
  );
}
