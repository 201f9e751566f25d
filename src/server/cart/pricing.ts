import { creditKindLabels } from '#contract/credit-kinds.ts'
import type { AdjustmentKind } from '../db/tables/orders.ts'

/**
 * Pricing of a cart. All prices of the shop come from here, in integers: whole NT$ for what is
 * counted, hundredths of NT$ for what is discounted, since a percent of a whole has two decimals.
 */
export interface LineToPrice {
  /** In whole NT$. */
  price: number
  qty: number
}

/** A change of the price beside the lines. `label` names it to people, as a coupon's code. */
export type Adjustment = { kind: AdjustmentKind; label: string } & (
  | {
      /** Paid share of every line: 80 takes 80 of 100. */
      percent: number
      /** Which lines it is of, in their order; of all of them without it. */
      covers?: readonly boolean[]
    }
  | {
      /** Added to the whole, negative for a reduction; in hundredths of NT$. */
      hundredths: bigint
    }
)

export interface PricedLine {
  /** Price times quantity, in NT$. */
  total: number
  /** `total` after the percents, in hundredths of NT$. */
  finalHundredths: bigint
}

export interface PricedAdjustment {
  kind: Adjustment['kind']
  label: string
  /** Added to the sum, in hundredths of NT$. */
  hundredths: bigint
}

export interface PricedCart {
  lines: PricedLine[]
  total: number
  adjustments: PricedAdjustment[]
  /** `total` and the adjustments together. */
  finalHundredths: bigint
  /** Amount charged, in whole NT$: the sum rounded half up, once. */
  payable: number
}

/** The adjustments apply in their order, each to what those before it left. */
export function priceCart(
  lines: readonly LineToPrice[],
  adjustments: readonly Adjustment[],
): PricedCart {
  const totals = lines.map(({ price, qty }) => BigInt(price) * BigInt(qty))
  let finals = totals.map((total) => total * 100n)
  const priced = adjustments.map((adjustment): PricedAdjustment => {
    const { kind, label } = adjustment
    if ('hundredths' in adjustment) return { kind, label, hundredths: adjustment.hundredths }
    const { percent, covers } = adjustment
    const before = sum(finals)
    finals = finals.map((final, index) =>
      covers && !covers[index] ? final : percentOf(final, percent),
    )
    return { kind, label, hundredths: sum(finals) - before }
  })
  const finalHundredths = sum(totals) * 100n + sum(priced.map(({ hundredths }) => hundredths))
  return {
    lines: totals.map((total, index) => ({
      total: Number(total),
      finalHundredths: finals[index] ?? 0n,
    })),
    total: totals.reduce((all, total) => all + Number(total), 0),
    adjustments: priced,
    finalHundredths,
    payable: Number((finalHundredths + 50n) / 100n),
  }
}

/** Adds what shipping costs to a cart that was priced and rounded. */
export function withShipping(priced: PricedCart, fee: number): PricedCart {
  if (fee === 0) return priced
  const hundredths = BigInt(fee) * 100n
  return {
    ...priced,
    adjustments: [...priced.adjustments, { kind: 'fee', label: '運費', hundredths }],
    finalHundredths: priced.finalHundredths + hundredths,
    payable: priced.payable + fee,
  }
}

/** Takes off what is paid with credit and points, in whole NT$, of a cart with its fees: the last. */
export function withCredit(
  priced: PricedCart,
  use: { credit: number; points: number },
): PricedCart {
  const used = (['credit', 'points'] as const).flatMap((kind) =>
    use[kind] > 0
      ? [{ kind, label: creditKindLabels[kind], hundredths: -BigInt(use[kind]) * 100n }]
      : [],
  )
  if (used.length === 0) return priced
  return {
    ...priced,
    adjustments: [...priced.adjustments, ...used],
    finalHundredths: priced.finalHundredths + sum(used.map(({ hundredths }) => hundredths)),
    payable: priced.payable - use.credit - use.points,
  }
}

/** The part that credit and points pay, in whole NT$. */
export function usedOf({ adjustments }: Pick<PricedCart, 'adjustments'>): number {
  const used = adjustments.filter(({ kind }) => kind === 'credit' || kind === 'points')
  return Number(-sum(used.map(({ hundredths }) => hundredths))) / 100
}

/** The goods of a cart with its fees, before credit and points; in whole NT$. */
export function goodsOf({ payable, adjustments }: PricedCart): number {
  const fees = adjustments.filter(({ kind }) => kind === 'fee')
  return payable - Number(sum(fees.map(({ hundredths }) => hundredths))) / 100
}

/** Rounded half up to the hundredth; one percent of whole NT$ is exact. */
function percentOf(hundredths: bigint, percent: number): bigint {
  return (hundredths * BigInt(percent) + 50n) / 100n
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n)
}

/** Hundredths of NT$ as the number that the wire shows, with up to two decimals. */
export function fromHundredths(hundredths: bigint): number {
  if (hundredths <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(hundredths) / 100
  return Number(hundredths / 100n) + Number(hundredths % 100n) / 100
}
