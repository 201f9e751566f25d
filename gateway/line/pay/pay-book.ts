import type { Clock } from '../../clock.ts'
import { addMs, dayMs, minuteMs, toTaipeiDay } from '../../taipei-time.ts'

/**
 * - `requested`: the shopper has not agreed yet; `agreed`: the shop may confirm now.
 * - `authorised`: confirmed, and to be captured apart; `captured`: paid.
 */
export type PayState =
  | 'requested'
  | 'agreed'
  | 'cancelled'
  | 'failed'
  | 'authorised'
  | 'captured'
  | 'voided'

export interface PayRefund {
  id: string
  amount: number
  at: Date
}

export interface PayTransaction {
  /** 19 digits: more than a number of JavaScript has. */
  id: string
  orderId: string
  amount: number
  names: string[]
  confirmUrl: string
  cancelUrl: string
  /** False: it is captured apart. */
  captures: boolean
  state: PayState
  createdAt: Date
  confirmedAt?: Date
  refunds: PayRefund[]
}

export interface PayBook {
  list(): readonly PayTransaction[]
  find(id: string): PayTransaction | undefined
  findPaid(orderId: string): PayTransaction | undefined
  add(request: Omit<PayTransaction, 'id' | 'state' | 'createdAt' | 'refunds'>): PayTransaction
  newId(): string
  /** False for a nonce that was used: a call is sent once. */
  takeNonce(nonce: string): boolean
}

/** From the request until the shop has confirmed. */
const reservationMs = 20 * minuteMs
const authorisationMs = 30 * dayMs
const refundMs = 60 * dayMs

export function createPayBook(clock: Clock): PayBook {
  const transactions: PayTransaction[] = []
  const nonces = new Set<string>()
  let count = 0
  const newId = () => {
    count += 1
    return `${toTaipeiDay(clock.now()).replaceAll('-', '')}${String(count).padStart(11, '0')}`
  }
  return {
    list: () => transactions.toReversed(),
    find: (id) => transactions.find((one) => one.id === id),
    findPaid: (orderId) =>
      transactions.find((one) => one.orderId === orderId && one.confirmedAt !== undefined),
    newId,
    add(request) {
      const transaction: PayTransaction = {
        ...request,
        id: newId(),
        state: 'requested',
        createdAt: clock.now(),
        refunds: [],
      }
      transactions.push(transaction)
      return transaction
    },
    takeNonce(nonce) {
      if (nonces.has(nonce)) return false
      nonces.add(nonce)
      return true
    },
  }
}

export function isReservationOver({ createdAt }: PayTransaction, now: Date): boolean {
  return addMs(createdAt, reservationMs) <= now
}

export function authorisedUntil({ confirmedAt, createdAt }: PayTransaction): Date {
  return addMs(confirmedAt ?? createdAt, authorisationMs)
}

export function refundableUntil({ confirmedAt, createdAt }: PayTransaction): Date {
  return addMs(confirmedAt ?? createdAt, refundMs)
}

export function refundedOf({ refunds }: PayTransaction): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
