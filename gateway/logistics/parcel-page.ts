import { html } from '../pages/html.ts'
import { buttonForm, details, layout, money } from '../pages/layout.ts'
import { controlPath, noticesSection, settingsSection } from '../pages/subject-sections.ts'
import { toTaipeiDate, toTaipeiTime } from '../taipei-time.ts'
import { rulesOf } from './carriers.ts'
import { nextSteps, type Parcel, paidOutAt, stateOf, statusCode } from './parcel.ts'
import { type Step, stepName, type Way } from './states.ts'
import { findStore } from './stores.ts'

const wayNames: Record<Way, string> = {
  'picked-up': '快轉到取件完成',
  returned: '快轉到逾期退回',
  'store-closed': '快轉：門市關轉後取件',
}

/** State of one parcel, its callbacks, and its switches. */
export function parcelPage(parcel: Parcel, now: Date): string {
  const { carrier, numbers, collects, history, isReturn } = parcel
  const { name, chain } = rulesOf(carrier)
  const store = findStore(chain, parcel.storeId)
  const paidAt = paidOutAt(parcel, now)
  const described = (step: Step) => `${stepName(step)}（${statusCode(parcel, step)}）`
  const steps = nextSteps(parcel)
  return layout(
    isReturn ? '退貨單' : '寄件單',
    html`${details([
      ['廠商編號', parcel.merchantTradeNo],
      ['物流編號', isReturn ? undefined : parcel.logisticsId],
      ['物流方式', name],
      ['狀態', described(stateOf(parcel).step)],
      ['商品金額', money(parcel.amount)],
      ['代收金額', collects > 0 ? money(collects) : '不代收'],
      ['取件門市', store && `${store.name}（${store.id}）`],
      ['收件人', parcel.form.ReceiverName],
      ['寄件代碼', numbers.ShipmentNo],
      ['託運單號', numbers.BookingNote],
      ['退貨代碼', numbers.RtnOrderNo],
      ['寄件期限', toTaipeiDate(parcel.expiresAt)],
      ['撥款日期', paidAt && toTaipeiDate(paidAt)],
    ])}
    <section>
      <h2>貨態</h2>
      <ol>${history.map(({ step, at }) => html`<li>${toTaipeiTime(at)}　${described(step)}</li>`)}</ol>
      <div class="actions">${steps.map((to) =>
        buttonForm(`${controlPath(parcel)}/move`, described(to), { fields: { to } }),
      )}</div>
      ${
        steps.length > 0 &&
        !isReturn &&
        html`<div class="actions">${Object.entries(wayNames).map(([way, label]) =>
          buttonForm(`${controlPath(parcel)}/play`, label, { fields: { way } }),
        )}</div>`
      }
    </section>
    ${noticesSection(parcel)}
    ${settingsSection(parcel)}
    <p class="aside"><a href="/parcels">所有寄件單</a></p>`,
    'logistics',
  )
}
