import { invoiceChoiceText } from '#contract/invoice-words.ts'
import { contactName } from '#contract/members.ts'
import type { Order } from '#contract/orders.ts'
import { shownAddress } from '#contract/shown-address.ts'
import { shownStoreTitle } from '#contract/store-title.ts'
import { t } from '#contract/translate.ts'
import { deliveryName } from '../shared/delivery-name.ts'
import { formatDateTime } from '../ui/dates.ts'
import { DetailRow } from './detail-row.tsx'
import { OrderSection } from './order-section.tsx'

export function OrderData({ order }: { order: Order }) {
  const method = deliveryName(order.shipping)
  return (
    <OrderSection title={t('訂單資料')}>
      <dl className="divide-y divide-line">
        <DetailRow name={t('訂單編號')}>
          <span className="text-lg font-semibold tabular-nums">{order.number}</span>
        </DetailRow>
        <DetailRow name={t('訂單日期')}>{formatDateTime(order.create_at)}</DetailRow>
        <DetailRow name={t('聯絡人')}>{contactName(order.user.name)}</DetailRow>
        <DetailRow name={t('電子信箱')}>{order.user.email}</DetailRow>
        <DetailRow name={t('聯絡電話')}>{order.user.tel}</DetailRow>
        {method && <DetailRow name={t('配送方式')}>{method}</DetailRow>}
        <SentTo order={order} />
        {order.invoice_choice && (
          <DetailRow name={t('發票')}>{invoiceChoiceText(order.invoice_choice)}</DetailRow>
        )}
        {order.message && (
          <DetailRow name={t('備註')}>
            <span className="whitespace-pre-line">{order.message}</span>
          </DetailRow>
        )}
      </dl>
    </OrderSection>
  )
}

/** An address, or the place where the goods are picked up, with the way there. */
function SentTo({ order: { shipping, user } }: { order: Order }) {
  const { place, store } = shipping ?? {}
  if (place) {
    return (
      <DetailRow name={t('取貨地點')}>
        <span className="block font-medium">{place.name}</span>
        <MapLink address={place.address} />
        {place.hours && <span className="block text-sm text-ink-muted">{place.hours}</span>}
      </DetailRow>
    )
  }
  if (store) {
    return (
      <DetailRow name={t('取貨門市')}>
        <span className="block font-medium">{shownStoreTitle(store)}</span>
        <MapLink address={store.address} />
      </DetailRow>
    )
  }
  return <DetailRow name={t('地址')}>{shownAddress(user.address)}</DetailRow>
}

function MapLink({ address }: { address: string }) {
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noreferrer"
      className="-my-1 inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent-strong print:no-underline"
    >
      {address}
    </a>
  )
}
