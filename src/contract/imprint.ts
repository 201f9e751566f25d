import type { ShopSettings } from './settings.ts'
import { t } from './translate.ts'

type Operator = Pick<ShopSettings, 'legal_name' | 'person' | 'tax_id' | 'address'>

/** The lines about the operator of the shop, without the empty ones. */
export function imprintOf({ legal_name, person, tax_id, address }: Operator): string[] {
  return [
    legal_name,
    person && t('負責人：{person}', { person }),
    tax_id && t('統一編號：{tax_id}', { tax_id }),
    address && t('地址：{address}', { address }),
  ].filter((line) => line !== '')
}

/** Whom the receiver of a print asks, in one line. */
export function contactLine(shop: ShopSettings): string {
  const { name, phone, email, tax_id } = shop
  return [
    name,
    phone && t('電話 {phone}', { phone }),
    email,
    tax_id && t('統一編號 {tax_id}', { tax_id }),
  ]
    .filter(Boolean)
    .join(t('　'))
}
