import { expect, test } from 'vitest'
import type { OrderChangeReply, OrderVersion } from '#contract/order-change.ts'
import { changeNotes } from './change-notes.ts'

const line = (qty: number, price: number) => ({
  ...{ product_id: 'cup', title: '青瓷杯', qty, price, total: qty * price },
})
const version = (lines: OrderVersion['lines'], more: Partial<OrderVersion> = {}): OrderVersion => ({
  ...{ lines, subtotal: 0, discount: 0, shipping_fee: 0, total: 0 },
  ...{ shipping: '宅配', address: '臺北市信義區 1 號', ...more },
})
const notesOf = (before: OrderVersion, after: OrderVersion) => {
  const sums = { difference: 0, refund: 0, to_pay: 0, methods: { methods: [] } }
  const reply: OrderChangeReply = { success: true, message: '', before, after, ...sums }
  return changeNotes(reply, { reader: '您', isPaid: true }).map(({ text }) => text)
}

test('only pieces that are added now are told to cost what they cost now (AFTER-08)', () => {
  const enlarged = version([line(2, 500), line(1, 600)])
  expect(notesOf(enlarged, enlarged)).toEqual([])
  expect(notesOf(enlarged, version([line(2, 500), line(3, 600)]))).toEqual([
    '「青瓷杯」增加的 2 件以目前的售價 NT$600 計算。',
  ])
})

test('another place is named before the press (AFTER-08)', () => {
  const of = version([line(1, 500)])
  const to = version([line(1, 500)], { shipping: '7-ELEVEN', address: '信義門市' })
  expect(notesOf(of, to)).toEqual(['改為 7-ELEVEN：信義門市'])
})
