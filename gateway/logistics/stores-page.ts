import { html } from '../pages/html.ts'
import { buttonForm, layout } from '../pages/layout.ts'
import type { Settings } from '../settings.ts'
import { notesOf } from './map-page.ts'
import { isOpen, stores } from './stores.ts'

/** All stores, each of which can be closed and opened again. */
export function storesPage(settings: Settings): string {
  return layout(
    '門市',
    html`<ul class="cards trades">${stores.map((store) => {
      const isNowOpen = isOpen(store, settings)
      const label = isNowOpen ? '關店' : '重新開店'
      return html`<li>
      <span>${store.name}　${store.id}</span>
      <span>${store.address} <span class="state">${notesOf(store, settings)}</span></span>
      ${buttonForm(`/stores/${store.id}`, label, { fields: { isClosed: String(isNowOpen) } })}
    </li>`
    })}</ul>`,
    'logistics',
  )
}
