import type { Parcel } from '#contract/order-life.ts'
import { trackingUrl } from '#contract/order-states.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { readParcels } from './parcels.queries.ts'

export type StoredParcel = Awaited<ReturnType<typeof readParcels>>[number]

export function toParcel(
  { parcel, contents }: StoredParcel,
  titleOf: (title: string) => string = String,
): Parcel {
  const { id, carrier, trackingNumber, shippedAt, deliveredAt } = parcel
  const url = trackingUrl(carrier, trackingNumber)
  return {
    id,
    carrier,
    tracking_number: trackingNumber,
    ...(url && { tracking_url: url }),
    lines: contents.map(({ lineId, title, qty }) => ({
      line_id: lineId,
      title: titleOf(title),
      qty,
    })),
    shipped_at: toEpochSeconds(shippedAt),
    ...(deliveredAt && { delivered_at: toEpochSeconds(deliveredAt) }),
  }
}
