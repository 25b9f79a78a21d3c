// Address in three parts: city, district, road. The list of districts loads with the form.
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '../../form/fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';
import { Grid } from '../../ui/Layout.tsx';

function useZipcodes() {
  return useQuery({
    queryKey: ['zipcodes'],
    queryFn: () => import('#contract/taiwan/zipcodes.ts'),
    staleTime: Infinity,
    structuralSharing: false,
  });
}

/** Fields `name`.city, .district and .road; `name`.zip is set by the district. */
export function AddressFields({
  name,
  label,
  fill = false,
}: {
  name: string;
  label: string;
  /** Whether browsers may autofill the address. */
  fill?: boolean;
}) {
  const zipcodes = useZipcodes();
  const { setValue } = useFormContext();
  const city = useWatch({ name: `${name}.city` }) as string | undefined;
  const districts = city ? (zipcodes.data?.districtsOf(city) ?? []) : [];
  const auto = (part: string) => (fill ? part : 'off');
  return (
    <FieldGroup label={label}>
      <div className="grid gap-4">
        <Grid>
          <SelectField
            name={`${name}.city`}
            label="縣市"
            autoComplete={auto('address-level1')}
            options={(zipcodes.data?.cities ?? []).map((one) => ({ value: one, label: one }))}
            placeholder={zipcodes.isPending ? '載入中……' : '請選擇縣市'}
            onChosen={() => {
              setValue(`${name}.district`, undefined);
              setValue(`${name}.zip`, undefined);
            }}
          />
          <SelectField
            name={`${name}.district`}
            label="鄉鎮市區"
            autoComplete={auto('address-level2')}
            options={districts.map((row) => ({
              value: row.district,
              label: `${row.zip} ${row.district}`,
            }))}
            placeholder={city ? '請選擇鄉鎮市區' : '請先選擇縣市'}
            onChosen={(district) =>
              setValue(`${name}.zip`, districts.find((row) => row.district === district)?.zip)
            }
          />
        </Grid>
        <TextField
          name={`${name}.road`}
          label="路段門牌"
          placeholder="例如：中山路一段 100 號 5 樓"
          autoComplete={auto('street-address')}
          normalise="halfWidth"
        />
        {zipcodes.isLoadingError && (
          <p className="field-error">
            <span>暫時無法載入縣市清單</span>
            <Button size="sm" onClick={() => void zipcodes.refetch()}>
              重試
            </Button>
          </p>
        )}
      </div>
    </FieldGroup>
  );
}
