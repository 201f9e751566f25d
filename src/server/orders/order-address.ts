import { type AddressParts, joinAddress, splitAddress } from '#contract/address.ts'
import type { orders } from '../db/tables/orders.ts'

/** The place of an address beside its text, from clients that ask for it in fields of its own. */
export interface AddressInput {
  address?: string | undefined
  address_parts?: Partial<Omit<AddressParts, 'line'>> | undefined
}

type AddressColumns = Pick<
  typeof orders.$inferSelect,
  'userAddress' | 'userZip' | 'userCounty' | 'userDistrict'
>

/** The address in one text: a text that names its own place stays as it came. */
export function wholeAddress({ address = '', address_parts: place }: AddressInput): string {
  if (!place || address.trim() === '' || splitAddress(address).county !== '') return address
  const { zip = '', county = '', district = '' } = place
  return joinAddress({ zip, county, district, line: address })
}

/** The one shape of an address in the books: the text as it reads, and its place if it has one. */
export function addressColumns(address: string): AddressColumns {
  const { zip, county, district } = splitAddress(address)
  return {
    userAddress: address,
    userZip: zip || null,
    userCounty: county || null,
    userDistrict: district || null,
  }
}

/** Undefined for an address without a place. Orders of before have their place in the text alone. */
export function addressParts(row: AddressColumns): AddressParts | undefined {
  const { userAddress, userZip, userCounty, userDistrict } = row
  const { line, ...split } = splitAddress(userAddress)
  const zip = userZip ?? split.zip
  const county = userCounty ?? split.county
  const district = userDistrict ?? split.district
  return county === '' ? undefined : { zip, county, district, line }
}
