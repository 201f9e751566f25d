import { addMs, dayMs, minuteMs, onTaipeiDay } from './taipei-time.ts'

export type CardState = '已授權' | '要關帳' | '已關帳' | '已取消'

/** One amount that goes to or, below zero, comes back from the shop at a closing. */
export interface CloseEntry {
  sno: number
  amount: number
  at: Date
  closedAt?: Date
}

export interface CardTrade {
  gwsr: string
  authCode: string
  authorisedAt: Date
  amount: number
  state: CardState
  isCapturedAutomatically: boolean
  closeEntries: CloseEntry[]
  /** Every action that took effect, in its order. */
  ledger: { action: CardAction; amount: number; at: Date }[]
}

/** Capture, refund, cancel the capture, give up the authorisation. */
export const cardActions = { C: '關帳', R: '退刷', E: '取消關帳', N: '放棄授權' } as const
export type CardAction = keyof typeof cardActions

export interface CardRequest {
  action: string
  amount: number
  now: Date
  /** 每日自動關帳 */
  isAutoCapture: boolean
}

export const closingTime = '20:15:00'
const closingMs = 15 * minuteMs
const capturableMs = 21 * dayMs
const givenUpAfterMs = 90 * dayMs

type Action = (card: CardTrade, request: CardRequest) => string | undefined

const actions = new Map<string, Action>([
  ['C', capture],
  ['R', refund],
  ['E', cancelCapture],
  ['N', giveUp],
])

/** Does what the shop asks for; gives the reason if it cannot be done. */
export function actOnCard(card: CardTrade, request: CardRequest): string | undefined {
  const act = actions.get(request.action)
  if (!act) return 'error_Action'
  if (request.isAutoCapture && isClosing(request.now)) return '每日 20:15 至 20:30 關帳中'
  if (!Number.isSafeInteger(request.amount) || request.amount < 1) return 'error_amount'
  const refusal = act(card, request)
  if (refusal) return refusal
  const { action, amount, now } = request
  card.ledger.push({ action: action as CardAction, amount, at: now })
  return undefined
}

function isClosing(now: Date): boolean {
  const sinceMs = now.getTime() - onTaipeiDay(now, closingTime).getTime()
  return sinceMs >= 0 && sinceMs < closingMs
}

function capture(card: CardTrade, { amount, now }: CardRequest): string | undefined {
  if (card.state !== '已授權') return 'error_status'
  if (amount !== card.amount) return 'error_amount_C'
  if (now > addMs(card.authorisedAt, capturableMs)) return 'error_overDate'
  card.isCapturedAutomatically = false
  requestCapture(card, now)
  return undefined
}

function requestCapture(card: CardTrade, at: Date): void {
  card.state = '要關帳'
  addCloseEntry(card, card.amount, at)
}

function addCloseEntry(card: CardTrade, amount: number, at: Date): void {
  card.closeEntries.push({ sno: card.closeEntries.length + 1, amount, at })
}

function refund(card: CardTrade, { amount, now }: CardRequest): string | undefined {
  if (card.state === '已授權') return 'error_amount_R'
  if (card.state === '已取消') return 'error_status'
  const left = card.closeEntries.reduce((sum, entry) => sum + entry.amount, 0)
  if (amount > left) return 'error_amount_R'
  // The whole goes back by E and N until it is closed.
  if (card.state === '要關帳' && amount === card.amount) return 'error_amount_R'
  addCloseEntry(card, -amount, now)
  return undefined
}

function cancelCapture(card: CardTrade, { amount, now }: CardRequest): string | undefined {
  if (card.state !== '要關帳' || card.closeEntries.length > 1) return 'error_status'
  if (amount !== card.amount) return 'error_amount_E'
  const morning = onTaipeiDay(addMs(card.authorisedAt, dayMs), '06:00:00')
  if (card.isCapturedAutomatically && now < morning) return 'error_time_E'
  card.state = '已授權'
  card.closeEntries = []
  return undefined
}

function giveUp(card: CardTrade, { amount }: CardRequest): string | undefined {
  if (card.state !== '已授權') return 'error_status'
  if (amount !== card.amount) return 'error_amount_N'
  card.state = '已取消'
  return undefined
}

/**
 * The closing of a day. Requested captures are closed; with automatic capture, an authorised one is
 * requested, so that it can still be cancelled until the next closing.
 */
export function closeDay(card: CardTrade, now: Date, isAutoCapture: boolean): void {
  for (const entry of card.closeEntries) entry.closedAt ??= now
  if (card.state === '要關帳') card.state = '已關帳'
  if (card.state !== '已授權') return
  if (now > addMs(card.authorisedAt, givenUpAfterMs)) {
    card.state = '已取消'
  } else if (isAutoCapture) {
    card.isCapturedAutomatically = true
    requestCapture(card, now)
  }
}

/** Closed amount, less what has gone back. */
export function closedAmount({ closeEntries }: CardTrade): number {
  return closeEntries
    .filter(({ closedAt }) => closedAt)
    .reduce((sum, entry) => sum + entry.amount, 0)
}
