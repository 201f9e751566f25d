import type { GatewayMethod } from '#contract/payments.ts'
import { taipeiDayTime } from '../../ecpay/taipei-time.ts'
import type { NumberTimes } from '../payment-provider.ts'

const usualDays = 3
/** The longest that ECPay lets a number be paid. */
const longestDays = 30
/** Less is not enough to walk to a store. */
const fewestMinutes = 30
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Results of barcodes come two days after their date. */
const barcodeGraceMinutes = 72 * 60

interface Attempt {
  startedAt: Date
  /** Reached by the shortest time that does. */
  payBy?: Date
  /** Not exceeded. */
  dueBy?: Date
}

/** Stores count the minutes of a code; banks, and stores that read barcodes, whole days. */
const unitOf = (method: GatewayMethod) => (method === 'cvs' ? minuteMs : dayMs)

/** How long a number can be paid, in the units of its method. */
export function numberTime(method: GatewayMethod, { startedAt, payBy, dueBy }: Attempt): number {
  const unitMs = unitOf(method)
  const wanted = payBy
    ? Math.ceil((payBy.getTime() - startedAt.getTime()) / unitMs)
    : (usualDays * dayMs) / unitMs
  const fitting = dueBy ? fittingTime(method, startedAt, dueBy) : wanted
  return Math.min(Math.max(1, Math.min(wanted, fitting)), (longestDays * dayMs) / unitMs)
}

/** Days end at 23:59:59 in Taipei. */
function fittingTime(method: GatewayMethod, startedAt: Date, dueBy: Date): number {
  const from = method === 'cvs' ? startedAt : taipeiDayTime(startedAt, '23:59:59')
  return Math.floor((dueBy.getTime() - from.getTime()) / unitOf(method))
}

/** How long an order waits after the date of a number. */
export function graceOf(method: GatewayMethod, graceMinutes: number): number {
  const minutes = method === 'barcode' ? Math.max(barcodeGraceMinutes, graceMinutes) : graceMinutes
  return minutes * minuteMs
}

export function numberTimes(method: GatewayMethod): NumberTimes {
  return {
    // A day until it is issued, and the rest of its last day.
    latest: (attempt) =>
      new Date(
        attempt.startedAt.getTime() + numberTime(method, attempt) * unitOf(method) + 2 * dayMs,
      ),
    dueBy: (endsAt, graceMinutes) => new Date(endsAt.getTime() - graceOf(method, graceMinutes)),
    fits: (startedAt, dueBy) =>
      fittingTime(method, startedAt, dueBy) >= (method === 'cvs' ? fewestMinutes : 1),
  }
}
