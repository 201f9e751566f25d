import { html } from '../pages/html.ts'
import { details, layout, money } from '../pages/layout.ts'
import { toTaipeiDate } from '../taipei-time.ts'
import { rulesOf } from './carriers.ts'
import type { Parcel } from './parcel.ts'
import { findStore } from './stores.ts'

/** A label to print, as plain text. */
export function labelPage(parcel: Parcel): string {
  const { form, carrier, storeId, numbers, collects } = parcel
  const { name, chain } = rulesOf(carrier)
  const store = findStore(chain, storeId)
  return layout(
    `${name}寄件單`,
    details([
      ['物流編號', parcel.logisticsId],
      ['廠商編號', parcel.merchantTradeNo],
      ['寄件代碼', numbers.ShipmentNo],
      ['託運單號', numbers.BookingNote],
      ['取件門市', store && html`${store.name}（${store.id}）`],
      ['收件地址', form.ReceiverAddress],
      ['收件人', form.ReceiverName],
      ['寄件人', form.SenderName],
      ['商品', form.GoodsName],
      [
        '代收金額',
        collects > 0 ? html`<strong class="amount">${money(collects)}</strong>` : '不代收',
      ],
      ['寄件期限', toTaipeiDate(parcel.expiresAt)],
    ]),
    'logistics',
  )
}
