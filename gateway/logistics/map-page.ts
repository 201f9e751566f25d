import type { Fields } from '../check-mac-value.ts'
import { html } from '../pages/html.ts'
import { hiddenFields, layout } from '../pages/layout.ts'
import type { Settings } from '../settings.ts'
import { isOpen, type Store } from './stores.ts'

/** Stores of a chain; the browser brings the chosen one to the shop. A map can be older than a closing. */
export function mapPage(form: Fields, stores: Store[], settings: Settings): string {
  return layout(
    '選擇取貨門市',
    html`<ul class="cards">${stores.map(
      (store) => html`<li>
        <h2>${store.name}</h2>
        <span>${store.id}　${store.address}</span>
        <span>${store.phone}</span>
        <span class="state">${notesOf(store, settings)}</span>
        <form method="post" action="${form.ServerReplyURL}" class="actions">
          ${hiddenFields(choiceFields(form, store))}
          <button class="quiet" aria-label="選擇 ${store.name}">選擇</button>
        </form>
      </li>`,
    )}</ul>`,
    'logistics',
  )
}

export function notesOf(store: Store, settings: Settings): string {
  return [
    store.isOutlying && '離島',
    !store.collects && '不提供代收',
    store.closesUnderWay && '出貨後關店',
    !isOpen(store, settings) && '已關店',
  ]
    .filter(Boolean)
    .join('、')
}

function choiceFields(form: Fields, store: Store): Fields {
  return {
    MerchantID: form.MerchantID ?? '',
    MerchantTradeNo: form.MerchantTradeNo ?? '',
    LogisticsSubType: form.LogisticsSubType ?? '',
    CVSStoreID: store.id,
    CVSStoreName: store.name,
    CVSAddress: store.address,
    CVSTelephone: store.phone,
    CVSOutSide: store.isOutlying ? '1' : '0',
    ExtraData: form.ExtraData ?? '',
  }
}
