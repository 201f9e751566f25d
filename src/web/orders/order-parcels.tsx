import { ExternalLink } from 'lucide-react'
import type { Parcel } from '#contract/order-life.ts'
import { carrierLabels } from '#contract/order-states.ts'
import { t } from '#contract/translate.ts'
import { formatDateTime } from '../ui/dates.ts'
import { DetailRow } from './detail-row.tsx'
import { OrderSection } from './order-section.tsx'

/** `leftOut`: the pieces that are not shipped any more, if any. */
export function OrderParcels({ parcels, leftOut }: { parcels: Parcel[]; leftOut: string }) {
  return (
    <OrderSection title={t('包裹')}>
      <ul className="divide-y divide-line">
        {parcels.map((parcel) => (
          <li key={parcel.id} className="py-3 first:pt-0 last:pb-0">
            <dl>
              <DetailRow name={t('物流公司')}>{t(carrierLabels[parcel.carrier])}</DetailRow>
              {parcel.tracking_number && (
                <DetailRow name={t('貨運單號')}>
                  <span className="mr-3 tabular-nums">{parcel.tracking_number}</span>
                  {parcel.tracking_url && (
                    <a
                      href={parcel.tracking_url}
                      target="_blank"
                      rel="noopener noreferrer"
                      className="inline-flex items-center gap-1 text-accent-strong underline print:hidden"
                    >
                      {t('查詢貨態')}
                      <ExternalLink aria-hidden="true" className="size-4" />
                    </a>
                  )}
                </DetailRow>
              )}
              <DetailRow name={t('內容')}>
                {parcel.lines.map(({ title, qty }) => `${title} × ${qty}`).join(t('、'))}
              </DetailRow>
              <DetailRow name={t('出貨時間')}>{formatDateTime(parcel.shipped_at)}</DetailRow>
              {parcel.delivered_at && (
                <DetailRow name={t('送達時間')}>{formatDateTime(parcel.delivered_at)}</DetailRow>
              )}
            </dl>
          </li>
        ))}
        {leftOut && (
          <li className="py-3 last:pb-0">
            <dl>
              <DetailRow name={t('未出貨')}>{leftOut}</DetailRow>
            </dl>
          </li>
        )}
      </ul>
    </OrderSection>
  )
}
