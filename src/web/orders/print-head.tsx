import { shopSettings } from '../api/shop-config.ts'

/** Name, telephone and tax id of the shop, on the paper alone. */
export function PrintHead() {
  const { name, phone, tax_id } = shopSettings
  const facts = [phone && `電話：${phone}`, tax_id && `統一編號：${tax_id}`].filter(Boolean)
  return (
    <div className="mb-4 hidden print:block">
      <p className="font-serif text-xl font-semibold">{name}</p>
      <p className="text-sm">{facts.join('　')}</p>
    </div>
  )
}
