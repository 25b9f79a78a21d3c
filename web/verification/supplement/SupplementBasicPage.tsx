// Supplement of the personal data: only the fields that a reviewer returned.
import { atField } from '../../form/at-field.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { basicSchemaFor, partOf } from '../steps/basic-schema.ts';
import { IfRequested } from '../Asked.tsx';
import { Addresses, Declarations, Person, Work } from '../steps/BasicFields.tsx';
import { Row } from '../../ui/Layout.tsx';
import { SupplementItem, useItemDone } from './SupplementItem.tsx';

export const meta = () => [
  { title: titleOf('補件：基本資料') },
  { name: 'robots', content: 'noindex' },
];

function Again({ fields }: { fields: readonly string[] }) {
  const form = useZodForm(basicSchemaFor(fields), { sameAddress: true, fundSource: [] } as never);
  const given = useItemDone('basic');
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
      <IfRequested names={['name', 'idNumber', 'birthday', 'maritalStatus', 'education']}>
        <Person />
      </IfRequested>
      <IfRequested names={['registeredAddress', 'mailingAddress']}>
        <Addresses />
      </IfRequested>
      <IfRequested names={['occupation', 'company', 'jobTitle', 'annualIncome']}>
        <Work />
      </IfRequested>
      <IfRequested names={['fundSource', 'isPep', 'channel']}>
        <Declarations />
      </IfRequested>
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
