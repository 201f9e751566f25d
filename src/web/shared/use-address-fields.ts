import type { ClipboardEvent } from 'react'
import { type Control, type FieldValues, useController } from 'react-hook-form'
import { codeOf, districtsOf, findByZip, namesPlace, splitAddress } from '#contract/address.ts'
import { t } from '#contract/translate.ts'
import { type AddressForm, toZip } from './address-form.ts'

/**
 * The four fields of an address, which fill each other in: a postal code the county and the district, a
 * district its code, and a whole address in the line all of them.
 */
export function useAddressFields<Form extends FieldValues & AddressForm>(
  of: Control<Form>,
  lineFault: (line: string) => string | undefined = () => undefined,
) {
  // The form has more fields than these.
  const control = of as unknown as Control<AddressForm>
  const fields = {
    zip: useController({
      control,
      name: 'zip',
      rules: { validate: (typed) => zipFault(typed) ?? true },
    }),
    county: useController({ control, name: 'county' }),
    district: useController({
      control,
      name: 'district',
      rules: {
        validate: (chosen, { county }) => county === '' || chosen !== '' || t('請選擇鄉鎮市區'),
      },
    }),
    address: useController({
      control,
      name: 'address',
      rules: { validate: (typed) => lineFault(typed) ?? true },
    }),
  }
  const { zip, county, district, address } = {
    zip: fields.zip.field.value,
    county: fields.county.field.value,
    district: fields.district.field.value,
    address: fields.address.field.value,
  }

  function fill(values: Partial<AddressForm>) {
    // The county first: the error of the district depends on it.
    for (const name of ['county', 'district', 'zip', 'address'] as const) {
      if (values[name] !== undefined) fields[name].field.onChange(values[name])
    }
  }

  /** A place that is chosen goes before the one that the line names. */
  function lineAlone(): string {
    const split = splitAddress(address)
    return split.district === '' ? address : split.line
  }

  return {
    fields,
    districts: districtsOf(county),
    typeZip(typed: string) {
      const found = findByZip(typed)
      if (!found) return fill({ zip: typed })
      const kept = found.county === county ? district : ''
      fill({
        zip: typed,
        county: found.county,
        district: found.district || kept,
        address: lineAlone(),
      })
    },
    chooseCounty(chosen: string) {
      const code = codeOf(chosen, '') ?? ''
      fill({ county: chosen, district: '', zip: code, address: lineAlone() })
    },
    chooseDistrict(chosen: string) {
      const code = codeOf(county, chosen) ?? ''
      const isSame = code !== '' && toZip(zip).startsWith(code)
      fill({ district: chosen, zip: isSame ? zip : code, address: lineAlone() })
    },
    leaveLine() {
      const { line: _, ...place } = splitAddress(address)
      // A place that was chosen stays, unless the line names another county.
      if (place.district !== '' && (county === '' || namesPlace(address))) fill(place)
      fields.address.field.onBlur()
    },
    pasteLine(event: ClipboardEvent<HTMLInputElement>) {
      const { value, selectionStart, selectionEnd } = event.currentTarget
      const { line, ...place } = splitAddress(event.clipboardData.getData('text'))
      const replacesAll = selectionStart === 0 && selectionEnd === value.length
      if (place.county === '' || !replacesAll) return
      event.preventDefault()
      fill({ ...place, address: line })
    },
  }
}

function zipFault(typed: string): string | undefined {
  if (toZip(typed) === '' || findByZip(typed)) return undefined
  return t('查無此郵遞區號')
}
