// A supplement of the personal data: only the fields that were sent back.
import { atField } from '../../form/at-field.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { basicSchemaFor, partOf } from '../steps/basic-schema.ts';
import { Asked } from '../Asked.tsx';
import { Addresses, Declarations, Person, Work } from '../steps/BasicFields.tsx';
import { Row } from '../../ui/Layout.tsx';
import { SupplementItem, useItemGiven } from './SupplementItem.tsx';

export const meta = () => [
  { title: titleOf('補件：基本資料') },
  { name: 'robots', content: 'noindex' },
];

function Again({ fields }: { fields: readonly string[] }) {
  const form = useZodForm(basicSchemaFor(fields), { sameAddress: true, fundSource: [] } as never);
  const given = useItemGiven('basic');
  return (
    <Form
      form={form}
      label="補件：基本資料"
      guard
      onSubmit={async (values, sending) => {
        try {
          await given(await api.verification.personalInfo(partOf(values), sending));
        } catch (error) {
          throw atField(error, { ID_NUMBER_TAKEN: 'idNumber', UNDERAGE: 'birthday' });
        }
      }}
    >
      <Asked names={['name', 'idNumber', 'birthday', 'maritalStatus', 'education']}>
        <Person />
      </Asked>
      <Asked names={['registeredAddress', 'mailingAddress']}>
        <Addresses />
      </Asked>
      <Asked names={['occupation', 'company', 'jobTitle', 'annualIncome']}>
        <Work />
      </Asked>
      <Asked names={['fundSource', 'isPep', 'channel']}>
        <Declarations />
      </Asked>
      <Row>
        <SubmitButton look="primary" size="lg">
          儲存這一項
        </SubmitButton>
      </Row>
    </Form>
  );
}

export default function SupplementBasicPage() {
  return <SupplementItem id="basic">{(fields) => <Again fields={fields} />}</SupplementItem>;
}
