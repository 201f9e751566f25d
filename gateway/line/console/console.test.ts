import { expect, it } from 'vitest'
import { formsOf } from '../../testing/logistics-client.ts'
import { postForm } from '../../testing/test-shop.ts'
import { setUpLine } from '../testing/set-up-line.ts'

const test = setUpLine()
const { client } = test

const pageOf = async (path: string) => (await client.send(path)).text

it('is listed on the home page, with a phone for each person', async () => {
  expect(await pageOf('/')).toContain('<a href="/line">手機與設定</a>')
  const page = await pageOf('/line')
  for (const name of ['王大明的手機', '陳小姐 🌸的手機', 'Tony Lin的手機'])
    expect(page).toContain(name)
})

it('shows cards with their buttons, which answer as the person', async () => {
  const action = {
    type: 'postback',
    label: '我的訂單',
    data: 'action=orders',
    displayText: '查訂單',
  }
  const contents = {
    type: 'bubble',
    body: {
      type: 'box',
      layout: 'vertical',
      contents: [
        { type: 'text', text: '<b>還差 2 份</b>', weight: 'bold' },
        { type: 'box', layout: 'vertical', width: '63%', backgroundColor: '#4f6352', contents: [] },
        { type: 'button', action: { type: 'uri', label: '看看', uri: 'https://shop.example/g/A' } },
        { type: 'button', action },
      ],
    },
  }
  const message = { type: 'flex', altText: '進度', contents }
  await client.bot('/v2/bot/message/push', { to: test.person(0), messages: [message] })
  const path = `/line/people/${test.person(0)}`
  const page = await pageOf(path)
  expect(page).toContain('<strong>&lt;b&gt;還差 2 份&lt;/b&gt;</strong>')
  expect(page).toContain('style="width:63%;background:#4f6352"')
  expect(page).toContain('<a class="button" href="https://shop.example/g/A">看看</a>')
  const button = formsOf(page).find((form) => form.action === `${path}/postback`)
  const answered = await postForm(`${test.running.address}${path}/postback`, button?.fields ?? {})
  expect(await answered.text()).toContain('<p class="bubble">查訂單</p>')
  await test.line.webhooks.idle()
  expect(JSON.parse(test.shop.received.at(-1)?.body ?? '{}').events[0].postback).toEqual({
    data: 'action=orders',
  })
})

it('lets nobody write who is no friend', async () => {
  const path = `/line/people/${test.person(1)}`
  expect(await pageOf(path)).toContain('加入好友後可以傳訊息')
  expect((await client.press(`${path}/say`, { text: '嗨' })).status).toBe(409)
  const befriended = await postForm(`${test.running.address}${path}/befriend`, {})
  expect(await befriended.text()).toContain('封鎖')
  expect((await client.press(`${path}/say`, { text: '嗨' })).status).toBe(200)
})

it('uses up the messages of the month by its button', async () => {
  const press = formsOf(await pageOf('/line')).filter(({ action }) => action === '/line/quota')
  await postForm(`${test.running.address}/line/quota`, press[0]?.fields ?? {})
  expect((await client.push(test.person(0))).status).toBe(429)
  await postForm(`${test.running.address}/line/quota`, press[1]?.fields ?? {})
  expect((await client.push(test.person(0))).status).toBe(200)
})

it('lists payments, and leads to their pages', async () => {
  const { text } = await client.pay('POST', '/v3/payments/request', {
    body: client.payRequest({ orderId: 'M-1' }),
  })
  const [, id] = /"transactionId":(\d+)/.exec(text) ?? []
  expect(await pageOf('/line/transactions')).toContain(`<a href="/line/pay/${id}">M-1</a>`)
  expect((await client.press(`/line/pay/${id}`, { action: 'agree-and-close' })).json.state).toBe(
    'agreed',
  )
  expect((await client.press(`/line/pay/${id}`, { action: 'agree' })).status).toBe(409)
})

it('tells and takes JSON, for tests', async () => {
  await client.press('/line/settings', { messaging: 'error' })
  await client.push(test.person(0))
  const { json } = await client.send('/line', { headers: { accept: 'application/json' } })
  expect(json).toMatchObject({
    switches: { messaging: 'error' },
    calls: [{ service: 'messaging', status: 500 }],
  })
  expect((await client.press('/line/settings', { messaging: 'sometimes' })).status).toBe(400)
})
