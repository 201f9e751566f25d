import { allocate } from '#contract/allocate.ts'
import { invoiceLinesOf, type OrderToInvoice } from '#contract/invoice-lines.ts'
import type { AllowanceLine, KeptInvoiceLine } from '../db/tables/invoices.ts'

/** A refund of the price of an order; `lines` says what it is for, as far as somebody said so. */
export interface PriceRefund {
  /** In whole NT$. */
  amount: number
  lines: readonly { lineId: string; qty: number; amount: number }[]
}

/** An order as far as its invoices follow it. */
export interface OrderLinesToInvoice {
  lines: readonly (OrderToInvoice['lines'][number] & { id: string })[]
  /** 運費, in whole NT$. */
  fee: number
  /** Money that came in and has not gone back, in whole NT$. */
  kept: number
  /** Those that are no part of `kept`, in their order. */
  refunds: readonly PriceRefund[]
}

/** An issued invoice with what was taken off it. */
export interface ValidInvoice {
  id: string
  lines: readonly KeptInvoiceLine[]
  allowances: readonly { amount: number; lines: readonly AllowanceLine[] }[]
}

interface Part {
  lineId: string | null
  /** In whole NT$. */
  amount: number
  pieces: number
}

const keyOf = ({ lineId }: { lineId: string | null }) => lineId ?? ''
const sumOf = (parts: readonly { amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The lines of an order with what it keeps of each: they add up to `kept`. A refund takes off the goods
 * that it names, and what is left of it is spread over what is left of all lines.
 */
export function keptLinesOf(order: OrderLinesToInvoice): KeptInvoiceLine[] {
  const { lines, fee, kept, refunds } = order
  const total = kept + sumOf(refunds)
  const whole = invoiceLinesOf({ lines, fee, feeTaxType: 'taxed', total })
  const left = whole.map((line, index) => ({ ...line, lineId: lines[index]?.id ?? null }))
  for (const refund of refunds) takeOff(left, refund)
  return left
}

function takeOff(lines: KeptInvoiceLine[], refund: PriceRefund): void {
  let open = refund.amount
  for (const named of refund.lines) {
    const line = lines.find(({ lineId }) => lineId === named.lineId)
    if (!line) continue
    const amount = Math.min(line.amount, named.amount, open)
    line.amount -= amount
    line.qty = Math.max(0, line.qty - named.qty)
    open -= amount
  }
  const shares = allocate(
    open,
    lines.map(({ amount }) => amount),
  )
  lines.forEach((line, index) => {
    line.amount -= shares[index] ?? 0
  })
}

/** The lines of a first invoice: those that the order keeps money of. */
export function linesToIssue(kept: readonly KeptInvoiceLine[]): KeptInvoiceLine[] {
  return kept.filter(({ amount }) => amount > 0).map(withPiece)
}

/** The lines of an invoice of what has come in since the others, `amount` NT$ in all. */
export function linesToAdd(
  kept: readonly KeptInvoiceLine[],
  valid: readonly ValidInvoice[],
  amount: number,
): KeptInvoiceLine[] {
  const known = sumByLine(valid.flatMap(partsLeft))
  const more = kept.map((line) => line.amount - (known.get(keyOf(line))?.amount ?? 0))
  const shares = allocate(
    amount,
    more.map((one) => Math.max(0, one)),
  )
  return kept.flatMap((line, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return []
    const pieces = line.qty - (known.get(keyOf(line))?.pieces ?? 0)
    return [withPiece({ ...line, amount: share, qty: share === more[index] ? pieces : 1 })]
  })
}

/**
 * The lines of an allowance of an invoice: of each line what the order no longer keeps of it, and of no
 * line more than the invoice has left.
 */
export function linesToAllow(
  invoice: ValidInvoice,
  kept: readonly KeptInvoiceLine[],
  valid: readonly ValidInvoice[],
  amount: number,
): AllowanceLine[] {
  const wanted = sumByLine(
    kept.map(({ lineId, amount: left, qty: pieces }) => ({ lineId, amount: left, pieces })),
  )
  const known = sumByLine(valid.flatMap(partsLeft))
  const left = partsLeft(invoice)
  const over = left.map((part) => {
    const surplus = (known.get(keyOf(part))?.amount ?? 0) - (wanted.get(keyOf(part))?.amount ?? 0)
    return Math.max(0, Math.min(part.amount, surplus))
  })
  const all = over.reduce((sum, one) => sum + one, 0)
  const shares = amount <= all ? allocate(amount, over) : addTo(over, left, amount - all)
  return invoice.lines.flatMap((line, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return []
    const back = (known.get(keyOf(line))?.pieces ?? 0) - (wanted.get(keyOf(line))?.pieces ?? 0)
    const pieces = Math.max(0, Math.min(left[index]?.pieces ?? 0, back))
    return [{ ...line, amount: share, qty: Math.max(1, pieces), pieces }]
  })
}

/** Shares that are raised by an amount, which is spread over what is left beside them. */
function addTo(shares: readonly number[], left: readonly Part[], amount: number): number[] {
  const rest = left.map((part, index) => part.amount - (shares[index] ?? 0))
  const more = allocate(amount, rest)
  return shares.map((share, index) => share + (more[index] ?? 0))
}

/** The rest of each line of an invoice, after its allowances. */
function partsLeft({ lines, allowances }: ValidInvoice): Part[] {
  const taken = sumByLine(allowances.flatMap((allowance) => allowance.lines))
  return lines.map((line) => {
    const { amount = 0, pieces = 0 } = taken.get(keyOf(line)) ?? {}
    return {
      lineId: line.lineId,
      amount: line.amount - amount,
      pieces: Math.max(0, line.qty - pieces),
    }
  })
}

function sumByLine(parts: readonly Part[]): Map<string, Part> {
  const sums = new Map<string, Part>()
  for (const { lineId, amount, pieces } of parts) {
    const key = keyOf({ lineId })
    const sum = sums.get(key) ?? { lineId, amount: 0, pieces: 0 }
    sums.set(key, { lineId, amount: sum.amount + amount, pieces: sum.pieces + pieces })
  }
  return sums
}

/** An invoice has no line of no piece. */
function withPiece(line: KeptInvoiceLine): KeptInvoiceLine {
  return { ...line, qty: Math.max(1, line.qty) }
}
