import type { OrderChangeReply, OrderVersion } from '#contract/order-change.ts'
import { t } from '#contract/translate.ts'
import { usedOf } from '../cart/pricing.ts'
import { readersTitle } from '../http/readers-texts.ts'
import type { LineRow } from '../orders/back-office/change-lines.ts'
import type { RecordedChange } from '../orders/life/order-change-text.ts'
import { shippingOf } from '../orders/order-wire.ts'
import type { ChangedOrder, PlannedChange } from './plan-change.ts'

export type ChangeAnswer = Omit<OrderChangeReply, 'success'>

/** A planned change as its caller reads it. */
export function toAnswer(order: ChangedOrder, plan: PlannedChange): ChangeAnswer {
  const { priced, refund, toPay, lostCoupon, refusal, delivery } = plan
  return {
    message: plan.isChanged ? '已變更訂單' : '訂單沒有變更',
    before: beforeOf(order, plan),
    after: afterOf(order, plan),
    difference: priced.payable - order.total,
    ...{ refund, to_pay: toPay },
    ...(lostCoupon && { lost_coupon: lostCoupon }),
    ...(plan.voidsPayment && { voids_payment: true as const }),
    ...(refusal && {
      refusal: [refusal.reply.message]
        .flat()
        .map((text) => t(text))
        .join(t('，')),
    }),
    methods: delivery.offer,
  }
}

/** The same for the timeline; where an order goes is personal, and stays out. */
export function toRecorded(order: ChangedOrder, plan: PlannedChange): RecordedChange {
  const { rows, lines } = plan
  const side = ({ total, shipping }: OrderVersion) => ({ total, shipping })
  const kept = ({ product }: KeptRow, qty: number) => ({ title: product.title, qty })
  const inEnglish = [...rows, ...lines.map(({ row }) => row)].flatMap(
    ({ product: { title, titleInEnglish } }) => (titleInEnglish ? [{ title, titleInEnglish }] : []),
  )
  return {
    before: { ...side(beforeOf(order, plan)), lines: rows.map((row) => kept(row, row.qty)) },
    after: { ...side(afterOf(order, plan)), lines: lines.map(({ row, qty }) => kept(row, qty)) },
    isMoved: plan.delivery.isMoved,
    refund: plan.refund,
    ...(inEnglish.length > 0 && { inEnglish }),
  }
}

function beforeOf(
  order: ChangedOrder,
  { rows, feeBefore, usedBefore }: PlannedChange,
): OrderVersion {
  const lines = rows.map((row) => toLine(row, row.qty))
  return versionOf(order, { lines, fee: feeBefore, used: usedBefore, total: order.total })
}

function afterOf(order: ChangedOrder, { lines, priced, delivery }: PlannedChange): OrderVersion {
  const { shipping, address: userAddress, fee } = delivery
  const sums = {
    lines: lines.map(({ row, qty }) => toLine(row, qty)),
    ...{ fee, used: usedOf(priced), total: priced.payable },
  }
  return versionOf({ ...order, shipping, userAddress }, sums)
}

function versionOf(
  order: ChangedOrder,
  {
    lines,
    fee,
    used,
    total,
  }: { lines: OrderVersion['lines']; fee: number; used: number; total: number },
): OrderVersion {
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0)
  return {
    ...{ lines, subtotal, discount: subtotal + fee - used - total, shipping_fee: fee },
    ...(used > 0 && { credit_used: used }),
    total,
    ...{ shipping: shippingOf(order).name, address: order.userAddress },
  }
}

type KeptRow = Pick<LineRow, 'productId' | 'variantId' | 'product'>

function toLine(
  { productId, variantId, product }: KeptRow,
  qty: number,
): OrderVersion['lines'][number] {
  const { price } = product
  return {
    product_id: productId,
    ...(variantId && { variant_id: variantId }),
    ...{ title: readersTitle(product), qty, price, total: price * qty },
  }
}
