import type { Participation } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { formatDateTime } from '../ui/dates.ts'

/** A note for the shopper about a place, beyond its state. */
export function placeNotice(place: Participation): string | undefined {
  switch (place.state) {
    case 'held':
      if (place.needs_proof)
        return t('名額已保留。驗證電子信箱後才算入成團份數，截止前沒有驗證會釋出')
      if (place.to_leader) return t('成團前不需付款，成團後付款給團主')
      if (place.money === 'pay_after_success') return t('成團前不需付款，成團後會寄信通知您付款')
      return place.hold_until === undefined
        ? undefined
        : t('請在 {hold_until} 前完成授權', { hold_until: formatDateTime(place.hold_until) })
    case 'authorised':
      return t('已授權，成團後才會扣款')
    case 'awaiting_payment':
      return place.pay_by === undefined
        ? undefined
        : t('請於 {pay_by} 前付款', { pay_by: formatDateTime(place.pay_by) })
    case 'withdrawn':
    case 'lapsed':
    case 'released':
      return place.end_reason
    case 'confirmed':
      return undefined
  }
}
