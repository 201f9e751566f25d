import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setUpLine } from '../testing/set-up-line.ts'

const test = setUpLine()
const { client } = test
const sum = { amount: 840, currency: 'TWD' }

async function request(changes: object = {}) {
  const reply = await client.pay('POST', '/v3/payments/request', {
    body: client.payRequest(changes),
  })
  const [, id = ''] = /"transactionId":(\d+)/.exec(reply.text) ?? []
  return { id, code: reply.json.returnCode as string, reply }
}

const act = (id: string, action: string) => client.press(`/line/pay/${id}`, { action })
const codeOf = async (path: string, body: object = {}) =>
  (await client.pay('POST', path, { body })).json.returnCode
const confirm = (id: string, body: object = sum) => codeOf(`/v3/payments/${id}/confirm`, body)
const check = async (id: string) =>
  (await client.pay('GET', `/v3/payments/requests/${id}/check`)).json.returnCode
const held = { options: { payment: { capture: false } } }

async function confirmed(changes: object = {}) {
  const { id } = await request(changes)
  await act(id, 'agree')
  expect(await confirm(id)).toBe('0000')
  return id
}

it('goes from request over the page to the shop, and is paid by the confirmation', async () => {
  const { id, reply } = await request()
  // More digits than a number of JavaScript has.
  expect(id).toMatch(/^\d{19}$/)
  expect(reply.json.info.paymentUrl.web).toBe(`${test.running.address}/line/pay/${id}`)
  expect((await client.send(`/line/pay/${id}`)).text).toContain('NT$840')
  expect([await check(id), await confirm(id)]).toEqual(['0000', '1169'])
  const back = await act(id, 'agree')
  const { pathname, searchParams } = new URL(back.headers.get('location') ?? '')
  expect([pathname, searchParams.get('transactionId')]).toEqual(['/back', id])
  expect(await check(id)).toBe('0110')
  expect(await confirm(id, { ...sum, amount: 839 })).toBe('1153')
  expect([await confirm(id), await check(id), await confirm(id)]).toEqual(['0000', '0123', '1152'])
})

it('leaves the shopper who cancels or fails, and forgets a request after twenty minutes', async () => {
  const [cancelled, failed, late] = [await request(), await request(), await request()]
  const back = await act(cancelled.id, 'cancel')
  expect(back.headers.get('location')).toContain('/cancel?transactionId=')
  await act(failed.id, 'fail')
  await act(late.id, 'agree-and-close')
  expect([await check(cancelled.id), await check(failed.id), await check(late.id)]).toEqual([
    '0121',
    '0122',
    '0110',
  ])
  expect([await confirm(cancelled.id), await confirm(failed.id)]).toEqual(['1169', '1159'])
  await test.pass(21)
  expect([await check(late.id), await confirm(late.id)]).toEqual(['0121', '1180'])
})

it.each<[code: string, changes: object]>([
  ['2101', { amount: 0 }],
  ['2101', { amount: 840.5 }],
  ['1178', { currency: 'JPY' }],
  ['2101', { orderId: 'x'.repeat(101) }],
  ['2101', { packages: [] }],
  ['1124', { amount: 841 }],
  [
    '1124',
    { packages: [{ id: '1', amount: 840, products: [{ name: '杯', quantity: 1, price: 839 }] }] },
  ],
  [
    '2101',
    { packages: [{ id: '1', amount: 840, products: [{ name: '', quantity: 1, price: 840 }] }] },
  ],
  ['2101', { redirectUrls: { confirmUrl: '/back', cancelUrl: 'http://localhost/' } }],
  ['2101', { options: { payment: { capture: 'no' } } }],
])('refuses a request with %s: %j', async (code, changes) => {
  expect((await request(changes)).code).toBe(code)
  expect(test.line.pay.list()).toEqual([])
})

it('believes no call that is not signed over its bytes, or that comes twice', async () => {
  const nonce = randomUUID()
  const body = client.payRequest()
  expect((await client.pay('POST', '/v3/payments/request', { body, nonce })).json.returnCode).toBe(
    '0000',
  )
  expect((await client.pay('POST', '/v3/payments/request', { body, nonce })).json.returnCode).toBe(
    '1106',
  )
  const headers = {
    'x-line-channelid': '1656000003',
    'x-line-authorization-nonce': randomUUID(),
    'x-line-authorization': 'guessed',
  }
  expect((await client.json('/v3/payments/request', body, headers)).json.returnCode).toBe('1106')
  expect((await client.json('/v3/payments/request', body)).json.returnCode).toBe('1104')
})

it('refuses the number of an order that was paid', async () => {
  const orderId = randomUUID()
  await confirmed({ orderId })
  expect((await request({ orderId })).code).toBe('1172')
})

it('authorises first, and captures or voids once, within thirty days', async () => {
  const [captured, voided, late] = [
    await confirmed(held),
    await confirmed(held),
    await confirmed(held),
  ]
  const way = (id: string, action: string, body: object = {}) =>
    codeOf(`/v3/payments/authorizations/${id}/${action}`, body)
  expect(await codeOf(`/v3/payments/${captured}/refund`, { refundAmount: 1 })).toBe('1179')
  expect([
    await way(captured, 'capture', { ...sum, amount: 1 }),
    await way(captured, 'capture', sum),
  ]).toEqual(['1153', '0000'])
  expect([await way(captured, 'capture', sum), await way(captured, 'void')]).toEqual([
    '1179',
    '1179',
  ])
  expect([
    await way(voided, 'void'),
    await way(voided, 'void'),
    await way(voided, 'capture', sum),
  ]).toEqual(['0000', '1165', '1179'])
  await test.pass(31 * 24 * 60)
  expect(await way(late, 'capture', sum)).toBe('1180')
})

it('refunds in parts up to the whole, for sixty days, and tells of each', async () => {
  const orderId = randomUUID()
  const id = await confirmed({ orderId })
  const refund = (body: object) => codeOf(`/v3/payments/${id}/refund`, body)
  expect([await refund({ refundAmount: 500 }), await refund({ refundAmount: 341 })]).toEqual([
    '0000',
    '1164',
  ])
  expect([await refund({ refundAmount: -1 }), await refund({}), await refund({})]).toEqual([
    '2101',
    '0000',
    '1165',
  ])
  const { json } = await client.pay('GET', '/v3/payments', { query: `orderId=${orderId}` })
  expect(json.info[0]).toMatchObject({
    payStatus: 'CAPTURE',
    refundList: [{ refundAmount: -500 }, { refundAmount: -340 }],
  })
  const other = await confirmed()
  await test.pass(61 * 24 * 60)
  expect(await codeOf(`/v3/payments/${other}/refund`, {})).toBe('1163')
})

it('tells nothing of what was not confirmed, or is not there', async () => {
  const orderId = randomUUID()
  await request({ orderId })
  expect(
    (await client.pay('GET', '/v3/payments', { query: `orderId=${orderId}` })).json.returnCode,
  ).toBe('1150')
  expect([await confirm('1'), await check('1')]).toEqual(['1150', '1150'])
})

it('has a payment without balance refused, and one whose answer was lost done', async () => {
  const { id } = await request()
  await act(id, 'agree')
  await client.press('/line/settings', { hasBalance: false })
  expect(await confirm(id)).toBe('1142')
  await client.press('/line/settings', { hasBalance: true, pay: 'lost' })
  await expect(confirm(id)).rejects.toThrow('fetch failed')
  await client.press('/line/settings', { pay: 'none' })
  expect(await check(id)).toBe('0123')
})
