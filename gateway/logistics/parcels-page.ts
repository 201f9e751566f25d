import type { Gateway } from '../gateway.ts'
import { html } from '../pages/html.ts'
import { layout, money, stateLabel } from '../pages/layout.ts'
import { controlPath } from '../pages/subject-sections.ts'
import { toTaipeiDay } from '../taipei-time.ts'
import { rulesOf } from './carriers.ts'
import { type Parcel, stateOf } from './parcel.ts'
import { stepName } from './states.ts'

/** All parcels, and the statement. */
export function parcelsPage({ parcels, clock }: Gateway): string {
  const list = parcels.list()
  const today = toTaipeiDay(clock.now())
  return layout(
    '寄件單',
    html`${list.length === 0 && html`<p>還沒有寄件單。商店建立物流訂單後，會出現在這裡。</p>`}
    <ul class="cards trades">${list.map(
      (parcel) => html`<li>
      <a href="${controlPath(parcel)}">${parcel.merchantTradeNo}</a>
      <span>${rulesOf(parcel.carrier).name}　${sumOf(parcel)}</span>
      ${stateLabel(stepName(stateOf(parcel).step), stateOf(parcel).step === 'pickedUp')}
    </li>`,
    )}</ul>
    <section>
      <h2>對帳檔</h2>
      <p class="actions">
        <a class="button" href="/parcels/statement?day=order&from=2000-01-01&to=${today}">物流費用與代收（CSV）</a>
        <a class="button" href="/parcels/statement?day=payout&from=2000-01-01&to=${today}">已撥款（CSV）</a>
      </p>
    </section>`,
    'logistics',
  )
}

function sumOf({ isReturn, collects }: Parcel): string {
  if (isReturn) return '退貨'
  return collects > 0 ? `代收 ${money(collects)}` : '不代收'
}
