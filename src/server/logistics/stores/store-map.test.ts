import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formsOf } from '../../../../gateway/testing/logistics-client.ts'
import { openTryOutShop, type TryOutShop } from '../../testing/doubles/try-out-shop.ts'
import type { Visitor } from '../../testing/test-shop.ts'
import { takeLists } from './renew-stores.ts'
import { chooseStore } from './store-choices.ts'

let shop: TryOutShop
beforeAll(async () => {
  shop = await openTryOutShop()
  shop.running.gateway.settings.limitsCalls = false
  await takeLists(shop.logistics)
})
afterAll(() => shop.close())

const back = '/#/main/cart/info'
const open = async (visitor: Visitor, changes: object = {}) => {
  const asked = { chain: 'UNIMART', collects: false, is_mobile: true, back, ...changes }
  return visitor.post('/store-map', asked)
}

/** The form of a store on the map that was opened. */
async function formOf(visitor: Visitor, storeId = '131386', changes: object = {}) {
  const { body } = await open(visitor, changes)
  const page = await fetch(body.action, {
    method: 'POST',
    body: new URLSearchParams(body.fields),
  })
  const form = formsOf(await page.text()).find(({ fields }) => fields.CVSStoreID === storeId)
  if (!form) throw new Error(`the map shows no store ${storeId}`)
  return form
}

/** As a browser does that comes from another site: without our cookies. */
async function send(fields: Record<string, string>) {
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/v2/logistics/ecpay/store',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://logistics-stage.ecpay.com.tw',
      'sec-fetch-site': 'cross-site',
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: reply.statusCode, location: reply.headers.location }
}

const chosen = async (visitor: Visitor) =>
  (await visitor.get('/store-choice')).body.choice?.store.id
const everything = () => shop.rows('select * from store_choices order by token')

describe('the map', () => {
  it('brings a store back to the page that asked, past the policy of cookies (SHIP-06)', async () => {
    const guest = shop.guest()
    const { action, fields } = await formOf(guest, '140225', { back: '/main/cart/info?a=1' })
    expect(action).toBe(`${shop.config.publicUrl}/v2/logistics/ecpay/store`)
    expect(await send(fields)).toEqual({ status: 303, location: '/main/cart/info?a=1' })
    const { choice } = (await guest.get('/store-choice')).body
    // The words of the list, whatever the form says.
    expect(choice.store).toMatchObject({ id: '140225', name: '"A&B"門市' })
    const caller = { owner: await ownerOf(choice.store_token) }
    expect(await chooseStore(shop.database.db, caller.owner, choice.store_token)).toMatchObject({
      id: '140225',
    })
  })

  it('counts once: what is sent again changes nothing (SHIP-06)', async () => {
    const guest = shop.guest()
    const { fields } = await formOf(guest)
    await send(fields)
    const before = await everything()
    expect(await send({ ...fields, CVSStoreID: '180044' })).toEqual({ status: 303, location: back })
    expect(await everything()).toEqual(before)
    expect(await chosen(guest)).toBe('131386')
  })

  it('counts within 30 minutes (SHIP-06)', async () => {
    const guest = shop.guest()
    const { fields } = await formOf(guest)
    const age = (minutes: number) =>
      shop.rows(
        `update store_choices set asked_at = now() - make_interval(mins => $2) where token = $1`,
        [fields.ExtraData, minutes],
      )
    await age(31)
    const before = await everything()
    expect(await send(fields)).toEqual({ status: 303, location: `${back}?store=late` })
    expect(await everything()).toEqual(before)
    await age(29)
    await send(fields)
    expect(await chosen(guest)).toBe('131386')
  })

  it('counts for the cart that asked: nobody else gets the store, and no token is guessed (SHIP-06)', async () => {
    const [guest, other] = [shop.guest(), shop.guest()]
    await other.post('/store-choice', { chain: 'FAMI', store_id: '006598' })
    const { fields } = await formOf(guest)
    // Sent by the browser of another shopper, whose cookie comes along.
    await other.inject({
      method: 'POST',
      url: '/v2/logistics/ecpay/store',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    expect(await chosen(other)).toBe('006598')
    expect(await chosen(guest)).toBe('131386')
    const token = fields.ExtraData ?? ''
    await expect(
      chooseStore(shop.database.db, await ownerOfOther(other), token),
    ).rejects.toMatchObject({ code: 'STORE_NEEDED' })
  })

  it.each([
    ['an unknown token', { ExtraData: 'A'.repeat(20) }],
    ['no token', { ExtraData: '' }],
    ['a token of the list', { ExtraData: 'list' }],
    ['another chain', { LogisticsSubType: 'FAMIC2C' }],
    ['a chain that is none', { LogisticsSubType: 'TCAT' }],
    ['a store of another chain', { CVSStoreID: '006598' }],
    ['a store that nobody lists', { CVSStoreID: '999999' }],
    ['a closed store', { CVSStoreID: '131405' }],
    ['words for a store', { CVSStoreID: "1' or '1'='1" }],
  ])('forged with %s changes nothing (SHIP-06)', async (_, changes: Record<string, string>) => {
    const guest = shop.guest()
    const listed = await guest.post('/store-choice', { chain: 'UNIMART', store_id: '991182' })
    const { fields } = await formOf(guest)
    const ofList = changes.ExtraData === 'list' && { ExtraData: listed.body.store_token }
    const before = await everything()
    const { status, location } = await send({ ...fields, ...changes, ...ofList })
    expect(status).toBe(303)
    expect(location).toMatch(/^\/#\/main\/cart\/info\?store=(late|closed)$/)
    expect(await everything()).toEqual(before)
    expect(await chosen(guest)).toBe('991182')
  })

  it('a field that comes twice, and bytes that are no text, change nothing (SHIP-06)', async () => {
    const { fields } = await formOf(shop.guest())
    const before = await everything()
    for (const payload of [
      `${new URLSearchParams(fields)}&CVSStoreID=180044`,
      Buffer.from([0xff, 0xfe, 0x00]),
      '',
    ]) {
      const { statusCode } = await shop.app.inject({
        method: 'POST',
        url: '/v2/logistics/ecpay/store',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
      expect(statusCode).toBe(303)
    }
    expect(await everything()).toEqual(before)
  })

  it('leads to no other site (SHIP-06)', async () => {
    for (const elsewhere of ['//evil.example', 'https://evil.example', '/\\evil.example', '/ x']) {
      expect((await open(shop.guest(), { back: elsewhere })).status).toBe(400)
    }
  })

  it('comes back to the member who has signed in meanwhile (SHIP-06)', async () => {
    const guest = shop.guest()
    const { fields } = await formOf(guest)
    const member = await shop.member()
    guest.token = member.token
    await guest.get('/cart')
    await send(fields)
    expect(await chosen(member)).toBe('131386')
  })

  it('shows the stores that collect money where money is collected (SHIP-06)', async () => {
    const guest = shop.guest()
    expect((await formOf(guest, '160032')).fields.CVSStoreID).toBe('160032')
    await expect(formOf(guest, '160032', { collects: true })).rejects.toThrow('no store')
  })
})

async function ownerOf(token: string): Promise<string> {
  const [row] = await shop.rows<{ owner: string }>(
    'select owner from store_choices where token = $1',
    [token],
  )
  return row?.owner ?? ''
}

async function ownerOfOther(visitor: Visitor): Promise<string> {
  const { choice } = (await visitor.get('/store-choice')).body
  return ownerOf(choice.store_token)
}
