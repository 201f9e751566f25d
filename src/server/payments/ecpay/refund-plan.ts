import { taipeiDayTime } from '../../ecpay/taipei-time.ts'
import { type CardAction, type CardTrade, cardActions } from './ecpay-client.ts'

export type RefundPlan =
  | { type: 'act'; actions: CardAction[] }
  /** Until then ECPay does not do it. */
  | { type: 'wait'; until: Date; reason: string }
  /** It went back without us. */
  | { type: 'already' }
  | { type: 'impossible' }

/** ECPay captures from 20:15 on: no call in that time. */
const quietTime = { from: '20:15:00', until: '20:31:00' }
/** An automatic capture can be cancelled from 06:00 of the day after the authorisation. */
const cancelsCaptureFrom = '06:00:00'

/** ECPay's steps for a refund of a card, by how far its trade is. */
export function planRefund(
  { status, authorisedAt }: Pick<CardTrade, 'status' | 'authorisedAt'>,
  options: { isWhole: boolean; now: Date; capturesAutomatically: boolean },
): RefundPlan {
  const { isWhole, now, capturesAutomatically } = options
  const isQuiet =
    capturesAutomatically &&
    now >= taipeiDayTime(now, quietTime.from) &&
    now < taipeiDayTime(now, quietTime.until)
  if (isQuiet) {
    return { type: 'wait', until: taipeiDayTime(now, quietTime.until), reason: '綠界關帳時段' }
  }
  const { refund, cancelCapture, abandon } = cardActions
  switch (status) {
    case '已授權':
      if (isWhole) return { type: 'act', actions: [abandon] }
      return {
        type: 'wait',
        until: capturesAutomatically ? nextCapture(now) : new Date(now.getTime() + captureMs),
        reason: '待綠界關帳後退款',
      }
    case '要關帳': {
      if (!isWhole) return { type: 'act', actions: [refund] }
      const from = authorisedAt && taipeiDayTime(authorisedAt, cancelsCaptureFrom, 1)
      if (capturesAutomatically && from && now < from) {
        return { type: 'wait', until: from, reason: '綠界次日 06:00 起才能取消關帳' }
      }
      return { type: 'act', actions: [cancelCapture, abandon] }
    }
    case '已關帳':
      return { type: 'act', actions: [refund] }
    case '已取消':
      return isWhole ? { type: 'already' } : { type: 'impossible' }
    default:
      return { type: 'impossible' }
  }
}

/** Without the capture of each day, a job of ours captures soon. */
const captureMs = 5 * 60_000

/** A part of what is only authorised goes back after the capture of the day. */
function nextCapture(now: Date): Date {
  const today = taipeiDayTime(now, quietTime.until)
  return now < today ? today : taipeiDayTime(now, quietTime.until, 1)
}
