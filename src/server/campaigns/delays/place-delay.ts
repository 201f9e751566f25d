import { sql } from 'drizzle-orm'
import type { DelayAnswer, Participation } from '#contract/campaigns.ts'

/** The last announcement of a delay, for a place whose goods have not left. */
export interface PlaceDelay {
  n: number
  /** `2026-12-10` */
  shipsOn: string
  was?: string
  reason: string
  answer?: DelayAnswer
  /** Nobody has begun to pack it. */
  canRefund: boolean
}

/** Of the row of `participations` at hand. */
export const placeDelay = sql<PlaceDelay | null>`(
  select json_strip_nulls(json_build_object('n', delay.n, 'shipsOn', delay.to_day, 'was', delay.from_day,
    'reason', delay.reason, 'answer', given.answer, 'canRefund', placed.state <> 'preparing'))
  from campaign_delays as delay
  join orders as placed on placed.id = "participations".order_id
    and placed.state in ('placed', 'paid', 'preparing') and placed.deleted_at is null
  left join delay_answers as given on given.participation_id = "participations".id and given.n = delay.n
  where delay.campaign_id = "participations".campaign_id and "participations".state = 'confirmed'
  order by delay.n desc limit 1
)`

export function toDelay(delay: PlaceDelay): NonNullable<Participation['delay']> {
  const { n: _, shipsOn, canRefund, ...told } = delay
  return { ...told, ships_on: shipsOn, can_refund: canRefund }
}
