import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LineToPrice, priceCart, withShipping } from '../cart/pricing.ts'
import type { AllowanceLine, KeptInvoiceLine } from '../db/tables/invoices.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import {
  keptLinesOf,
  linesToAdd,
  linesToAllow,
  linesToIssue,
  type OrderLinesToInvoice,
  type PriceRefund,
} from './kept-lines.ts'
import { planInvoices } from './plan-invoices.ts'

interface Issued {
  id: string
  amount: number
  lines: KeptInvoiceLine[]
  allowances: { amount: number; lines: AllowanceLine[] }[]
  isVoid: boolean
  isDonated: boolean
}

const now = new Date('2027-01-05T12:00:00+08:00')
const issuedAt = new Date('2026-12-05T12:00:00+08:00')
const sum = (parts: readonly { amount: number }[]) =>
  parts.reduce((all, { amount }) => all + amount, 0)
const netOf = ({ amount, allowances }: Issued) => amount - sum(allowances)
const validOf = (issued: readonly Issued[]) => issued.filter(({ isVoid }) => !isVoid)

/** Does what the plan says, as the provider would, and judges what came of it. */
function settle(issued: Issued[], order: OrderLinesToInvoice, isDonated: boolean): void {
  const kept = keptLinesOf(order)
  expect(sum(kept)).toBe(order.kept)
  for (let steps = 0; ; steps++) {
    expect(steps).toBeLessThan(20)
    const valid = validOf(issued)
    const invoices = valid.map((one) => ({
      ...{ id: one.id, amount: one.amount, allowed: sum(one.allowances), issuedAt },
      ...{ isDonated: one.isDonated, isVoidRefused: false },
    }))
    const [step] = planInvoices({ kept: order.kept, isDue: true, invoices, now })
    if (!step) break
    if (step.type === 'issue') {
      const lines = valid.length === 0 ? linesToIssue(kept) : linesToAdd(kept, valid, step.amount)
      expect(sum(lines)).toBe(step.amount)
      expect(lines.every(({ amount, qty }) => amount > 0 && qty > 0)).toBe(true)
      const id = String(issued.length)
      issued.push({ id, amount: step.amount, lines, allowances: [], isVoid: false, isDonated })
      continue
    }
    const invoice = valid.find(({ id }) => id === step.invoiceId)
    if (!invoice) throw new Error('the plan names an invoice that is not there')
    if (step.type === 'void') invoice.isVoid = true
    else {
      const lines = linesToAllow(invoice, kept, valid, step.amount)
      expect(sum(lines)).toBe(step.amount)
      expect(lines.every(({ amount, qty }) => amount > 0 && qty > 0)).toBe(true)
      invoice.allowances.push({ amount: step.amount, lines })
    }
  }
  expect(validOf(issued).reduce((all, one) => all + netOf(one), 0)).toBe(order.kept)
  for (const invoice of issued) {
    expect(sum(invoice.allowances)).toBeLessThanOrEqual(invoice.amount)
    for (const line of invoice.lines) {
      const taken = invoice.allowances
        .flatMap(({ lines }) => lines)
        .filter(({ lineId }) => lineId === line.lineId)
      expect(sum(taken)).toBeLessThanOrEqual(line.amount)
    }
  }
}

const anyLine = fc.record({
  price: fc.nat(20_000),
  qty: fc.integer({ min: 1, max: 30 }),
  isFree: fc.boolean(),
  covered: fc.boolean(),
})
const anyChange = fc.oneof(
  // Of goods, by pieces; of an amount; of what a change has added.
  fc.record({ type: fc.constant('goods' as const), at: fc.nat(20), share: fc.nat(1_000) }),
  fc.record({ type: fc.constant('amount' as const), at: fc.nat(20), share: fc.nat(1_000) }),
  fc.record({ type: fc.constant('paid' as const), at: fc.nat(20), share: fc.nat(1_000) }),
)
const anyOrder = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  coupon: fc.option(fc.integer({ min: 1, max: 99 })),
  tier: fc.nat(500),
  fee: fc.constantFrom(0, 60, 150),
  points: fc.nat(300),
  changes: fc.array(anyChange, { maxLength: 5 }),
  isDonated: fc.boolean(),
})

it('lines add up, allowances never exceed, and the rest is exact, for orders with coupon, tier, shipping, points and refunds (INV-E-02, seed 20261130)', () => {
  fc.assert(
    fc.property(anyOrder, ({ lines, coupon, tier, fee, points, changes, isDonated }) => {
      const order = priced({ lines, coupon, tier, fee, points })
      const refunds: PriceRefund[] = []
      const issued: Issued[] = []
      settle(issued, { ...order, refunds }, isDonated)
      for (const { type, at, share } of changes) {
        const part = (whole: number) => Math.ceil((whole * share) / 1_000)
        const line = order.lines[at % order.lines.length]
        if (!line) continue
        if (type === 'paid') {
          // The price of a line was raised, and paid.
          order.kept += part(5_000)
          line.finalHundredths += part(5_000) * 100
        } else {
          const price = Math.round(line.finalHundredths / 100)
          const amount = Math.min(order.kept, part(type === 'goods' ? price : order.kept))
          const qty = Math.min(line.qty, 1 + (share % line.qty))
          refunds.push({
            amount,
            lines: type === 'goods' ? [{ lineId: line.id, qty, amount }] : [],
          })
          order.kept -= amount
        }
        settle(issued, { ...order, refunds }, isDonated)
      }
    }),
    { seed: 20_261_130, numRuns: propertyRuns(10_000) },
  )
})

function priced(order: {
  lines: readonly (LineToPrice & { isFree: boolean; covered: boolean })[]
  coupon: number | null
  tier: number
  fee: number
  points: number
}) {
  const { lines, coupon, tier, fee, points } = order
  const covers = lines.map(({ covered }) => covered)
  const cart = priceCart(lines, [
    ...(coupon === null
      ? []
      : [{ kind: 'coupon' as const, label: 'c', percent: 100 - coupon, covers }]),
    { kind: 'tier', label: 't', hundredths: BigInt(-tier * 100) },
  ])
  const { payable } = withShipping(cart, fee)
  return {
    kept: Math.max(0, payable - points),
    fee,
    lines: lines.map(({ qty, isFree }, index) => ({
      id: String(index),
      title: `商品 ${index}`,
      qty,
      unit: '件',
      finalHundredths: Number(cart.lines[index]?.finalHundredths ?? 0n),
      taxType: isFree ? ('free' as const) : ('taxed' as const),
    })),
  }
}

it('an allowance has the goods and pieces that a refund names (INV-E-02)', () => {
  const goods = (id: string, amount: number, qty: number) => {
    const named = { title: id, unit: '件', taxType: 'taxed' as const }
    return { id, qty, finalHundredths: amount * 100, ...named }
  }
  const lines = [goods('青瓷杯', 420, 2), goods('木砧板', 360, 1)]
  const first = linesToIssue(keptLinesOf({ lines, fee: 60, kept: 840, refunds: [] }))
  const valid = [{ id: 'a', lines: first, allowances: [] }]
  const refunds = [{ amount: 210, lines: [{ lineId: '青瓷杯', qty: 1, amount: 210 }] }]
  const kept = keptLinesOf({ lines, fee: 60, kept: 630, refunds })
  const [invoice] = valid
  expect(invoice && linesToAllow(invoice, kept, valid, 210)).toMatchObject([
    { lineId: '青瓷杯', qty: 1, pieces: 1, amount: 210 },
  ])
})
