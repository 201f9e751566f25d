import {
  type AddressParts,
  joinAddress,
  splitAddress,
  toHalfWidthDigits,
} from '#contract/address.ts'

/** An address in the fields of a form; `address` is its line, under the name that the server uses. */
export interface AddressForm extends Omit<AddressParts, 'line'> {
  address: string
}

export const addressLabels = {
  zip: '郵遞區號',
  county: '縣市',
  district: '鄉鎮市區',
  address: '地址',
} satisfies Record<keyof AddressForm, string>

export const emptyAddress: AddressForm = { zip: '', county: '', district: '', address: '' }

export function toAddressForm(address: string): AddressForm {
  const { line, ...place } = splitAddress(address)
  return { ...place, address: line }
}

/** The text that an order keeps; empty while there is no line. */
export function toAddress({ zip, county, district, address }: AddressForm): string {
  const line = address.trim()
  return line === '' ? '' : joinAddress({ zip: toZip(zip), county, district, line })
}

/** As people type a postal code: in full-width digits, or in two groups. */
export function toZip(typed: string): string {
  return toHalfWidthDigits(typed).replace(/[\s-]/g, '')
}
