import type { Control } from 'react-hook-form'
import { counties } from '#contract/address.ts'
import { t } from '#contract/translate.ts'
import { addressLabels } from '../shared/address-form.ts'
import { useAddressFields } from '../shared/use-address-fields.ts'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { addressError } from './contact.ts'
import type { CheckoutFields } from './order-content.ts'

export function AddressFields({ control }: { control: Control<CheckoutFields> }) {
  const address = useAddressFields(control, addressError)
  const { zip, county, district, address: line } = address.fields
  return (
    <>
      <div className="flex flex-wrap gap-x-4 gap-y-6 sm:gap-x-6">
        <div className="flex-[1_1_6rem]">
          <TextField
            {...zip.field}
            label={t(addressLabels.zip)}
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={10}
            error={zip.fieldState.error?.message}
            onChange={({ target }) => address.typeZip(target.value)}
          />
        </div>
        <div className="flex-[2_1_7rem]">
          <SelectField
            {...county.field}
            label={t(addressLabels.county)}
            autoComplete="address-level1"
            options={counties}
            onChange={({ target }) => address.chooseCounty(target.value)}
          />
        </div>
        <div className="flex-[2_1_7rem]">
          <SelectField
            {...district.field}
            label={t(addressLabels.district)}
            autoComplete="address-level2"
            options={address.districts}
            error={district.fieldState.error?.message}
            onChange={({ target }) => address.chooseDistrict(target.value)}
          />
        </div>
      </div>
      <TextField
        {...line.field}
        label={t(addressLabels.address)}
        autoComplete="address-line1"
        maxLength={450}
        help={t('貼上完整地址，會自動填好上面的欄位')}
        error={line.fieldState.error?.message}
        onBlur={address.leaveLine}
        onPaste={address.pasteLine}
      />
    </>
  )
}
