import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenTrade, openTryOutShop, type TryOutShop } from '../testing/doubles/try-out-shop.ts'
import { completeRefunds } from '../testing/models/order-stories.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { sendCapture } from './paying/authorisations.ts'

let shop: TryOutShop
let owner: TestAdministrator

beforeAll(async () => {
  shop = await openTryOutShop({ autoCapture: false })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

async function booksOf(id: string): Promise<string[]> {
  const rows = await shop.rows<{ kind: string; amount: number }>(
    'select kind, amount::int from book_entries where order_id = $1 order by id',
    [id],
  )
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}

const markPaid = (id: string, isPaid: boolean) =>
  owner.put(`/admin/order/${id}`, { is_paid: isPaid })
const refund = (id: string, amount: number) =>
  owner.post(`/admin/order/${id}/refund`, { amount, reason: '瑕疵' })

async function authorised(): Promise<{ id: string; trade: OpenTrade }> {
  const guest = shop.guest()
  const id = await shop.order(guest)
  const trade = await shop.open(guest, id)
  await shop.act(trade, 'pay')
  return { id, trade }
}

const capture = (trade: OpenTrade) => sendCapture(shop.payments, trade, { isLast: false })

describe('the books (HOUSE-04)', () => {
  it('have a payment by hand, its withdrawal, and the payment after it', async () => {
    const id = await shop.order(shop.guest())
    await markPaid(id, true)
    expect(await booksOf(id)).toEqual(['captured 2000'])
    await markPaid(id, true)
    await markPaid(id, false)
    expect(await booksOf(id)).toEqual(['captured 2000', 'withdrawn 2000'])
    await markPaid(id, true)
    expect(await booksOf(id)).toEqual(['captured 2000', 'withdrawn 2000', 'captured 2000'])
  })

  it('have a transfer once the staff record it', async () => {
    const guest = shop.guest()
    const { settings } = (await owner.get('/admin/settings')).body
    const { version, values } = settings.payment
    const account = '玉山銀行 808 0123-456-789012'
    await owner.put('/admin/settings/payment', { version, values: { ...values, account } })
    const id = await shop.order(guest)
    const started = await guest.post(`/order/${id}/payment`, { method: 'transfer' })
    expect(started.status).toBe(200)
    expect(await booksOf(id)).toEqual([])
    await markPaid(id, true)
    expect(await booksOf(id)).toEqual(['captured 2000'])
  })

  it('have money of a card once it is captured, not while it is authorised', async () => {
    const { id, trade } = await authorised()
    expect(await booksOf(id)).toEqual([])
    await capture(trade)
    await capture(trade)
    expect(await booksOf(id)).toEqual(['captured 2000'])
  })

  it('have what went back of a capture, each refund once and none that failed', async () => {
    const { id, trade } = await authorised()
    await capture(trade)
    await refund(id, 300)
    await shop.rows("update refunds set state = 'failed' where order_id = $1", [id])
    await refund(id, 400)
    expect(await booksOf(id)).toEqual(['captured 2000'])
    await completeRefunds(shop)
    expect(await booksOf(id)).toEqual(['captured 2000', 'refunded 400'])
  })
})
