import type { ShopSettings } from './settings.ts'

type Operator = Pick<ShopSettings, 'legal_name' | 'person' | 'tax_id' | 'address'>

/** The lines about the operator of the shop, without the empty ones. */
export function imprintOf({ legal_name, person, tax_id, address }: Operator): string[] {
  return [
    legal_name,
    person && `負責人：${person}`,
    tax_id && `統一編號：${tax_id}`,
    address && `地址：${address}`,
  ].filter((line) => line !== '')
}

/** Whom the receiver of a print asks, in one line. */
export function contactLine(shop: ShopSettings): string {
  const { name, phone, email, tax_id } = shop
  return [name, phone && `電話 ${phone}`, email, tax_id && `統一編號 ${tax_id}`]
    .filter(Boolean)
    .join('　')
}
