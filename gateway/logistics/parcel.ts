import { randomInt } from 'node:crypto'
import type { Fields } from '../check-mac-value.ts'
import type { Fault } from '../faults.ts'
import type { Notice } from '../notice.ts'
import { addMs, dayMs, onTaipeiDay, payoutAt } from '../taipei-time.ts'
import { type Carrier, rulesOf } from './carriers.ts'
import { codeOf, type Step, stepsAfter } from './states.ts'

/** One order of logistics, which is one parcel. */
export interface Parcel {
  merchantId: string
  merchantTradeNo: string
  /** `AllPayLogisticsID`, the gateway's own number. */
  logisticsId: string
  carrier: Carrier
  /** A return goes from the shopper to the shop; its trade number is the gateway's. */
  isReturn: boolean
  amount: number
  /** Sum that is paid at the pick-up; 0 when nothing is collected. */
  collects: number
  /** Empty when it goes to an address. */
  storeId: string
  createdAt: Date
  /** Until when it can be handed in. */
  expiresAt: Date
  /** The form as the shop sent it. */
  form: Fields
  /** `CVSPaymentNo`, `CVSValidationNo`, `BookingNote` and `ShipmentNo`, as far as they are given out. */
  numbers: Fields
  /** The newest is the last. */
  history: [StateEntry, ...StateEntry[]]
  fault: Fault
  /** Whether its callbacks wait until somebody sends them. */
  holdsNotices: boolean
  notices: Notice[]
}

export interface StateEntry {
  step: Step
  at: Date
}

type NewParcel = Pick<
  Parcel,
  'merchantId' | 'carrier' | 'isReturn' | 'amount' | 'collects' | 'storeId' | 'form'
> & { merchantTradeNo: string | undefined }

/** All parcels. A trade number is never free again. */
export interface ParcelBook {
  add(parcel: NewParcel, at: Date): Parcel
  find(merchantTradeNo: string): Parcel | undefined
  findByLogisticsId(logisticsId: string): Parcel | undefined
  /** The newest first. */
  list(): Parcel[]
}

/** The book of parcels, with those of an earlier run, the oldest first. */
export function createParcelBook(known: Parcel[]): ParcelBook {
  const parcels = new Map(known.map((parcel) => [parcel.merchantTradeNo, parcel]))
  const byLogisticsId = new Map(known.map((parcel) => [parcel.logisticsId, parcel]))

  function newLogisticsId(): string {
    const id = `1${randomDigits(8)}`
    return byLogisticsId.has(id) ? newLogisticsId() : id
  }

  return {
    add(given, at) {
      const logisticsId = newLogisticsId()
      const { validDays, returnDays = validDays } = rulesOf(given.carrier)
      const parcel: Parcel = {
        ...given,
        merchantTradeNo: given.merchantTradeNo || `ECP${logisticsId}`,
        logisticsId,
        createdAt: at,
        expiresAt: endOfDay(at, given.isReturn ? returnDays : validDays),
        numbers: given.isReturn ? { RtnOrderNo: randomDigits(13) } : newNumbers(given.carrier),
        history: [{ step: 'created', at }],
        fault: 'none',
        holdsNotices: false,
        notices: [],
      }
      parcels.set(parcel.merchantTradeNo, parcel)
      byLogisticsId.set(logisticsId, parcel)
      return parcel
    },
    find: (merchantTradeNo) => parcels.get(merchantTradeNo),
    findByLogisticsId: (logisticsId) => byLogisticsId.get(logisticsId),
    list: () => [...parcels.values()].reverse(),
  }
}

/** The numbers of a new parcel: a code for the store, or the number that a query returns for other carriers. */
function newNumbers(carrier: Carrier): Fields {
  const { contract, type } = rulesOf(carrier)
  if (type === 'HOME') return { BookingNote: randomDigits(12) }
  if (contract === 'B2C') return { ShipmentNo: randomDigits(10) }
  if (carrier !== 'UNIMARTC2C') {
    const CVSPaymentNo = randomDigits(11)
    return { CVSPaymentNo, ShipmentNo: CVSPaymentNo }
  }
  const numbers = { CVSPaymentNo: `G${randomDigits(7)}`, CVSValidationNo: randomDigits(4) }
  return { ...numbers, ShipmentNo: `${numbers.CVSPaymentNo}${numbers.CVSValidationNo}` }
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

export function endOfDay(at: Date, days: number): Date {
  return onTaipeiDay(addMs(at, days * dayMs), '23:59:59')
}

export function stateOf({ history }: Parcel): StateEntry {
  return history.at(-1) ?? history[0]
}

export function statusCode({ carrier }: Parcel, step: Step): string {
  return codeOf(step, rulesOf(carrier).states) ?? ''
}

export function nextSteps(parcel: Parcel): Step[] {
  return stepsAfter(stateOf(parcel).step, rulesOf(parcel.carrier).states, parcel.isReturn)
}

/** When the shop was paid the collected sum, if it was by now. */
export function paidOutAt({ collects, history }: Parcel, now: Date): Date | undefined {
  const pickedUp = history.find(({ step }) => step === 'pickedUp')
  const at = pickedUp && payoutAt(pickedUp.at)
  return collects > 0 && at && at <= now ? at : undefined
}

/** Fee of a collection here, in whole NT$. */
export function collectionFee({ collects }: Parcel): number {
  return Math.round(collects / 100)
}
