import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { brokenChecks } from '../testing/broken-checks.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { moveShopClock, openParticipant } from '../testing/test-campaigns.ts'
import { createPickUp, openLedTeam, orderToPickUp } from '../testing/test-hand-outs.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let packer: TestAdministrator
let shipping: Awaited<ReturnType<typeof createPickUp>>
let mug: string
type Team = Awaited<ReturnType<typeof openLedTeam>>
let team: Team

beforeAll(async () => {
  shop = await openTestShop({
    worksJobs: true,
    env: { SMTP_URL: 'smtp://127.0.0.1:9', LIMIT_HAND_OUT_CALLER: '20' },
  })
  owner = await openAdministrator(shop)
  packer = await openStaff(shop, 'packer')
  shipping = await createPickUp(owner)
  mug = await shop.product({ title: '馬克杯', price: 500 })
  team = await openLedTeam(shop, owner, 6)
})
afterAll(() => shop.close())

const place = (of: Team, n: number) => of.members[n] as Team['members'][number]
async function codeOf(member: Visitor, orderId: string): Promise<string> {
  return (await member.get(`/order/${orderId}`)).body.hand_out.code
}
const codeOfPlace = (n: number) => codeOf(place(team, n), place(team, n).orderId)
async function handOut(by: Visitor, ...items: object[]) {
  const { status, body } = await by.post('/hand-out', { items })
  expect(status).toBe(200)
  return body.results.map(({ result }: { result: string }) => result)
}

describe('the code', () => {
  it('is told to its shopper alone, on order and place, and stands in no list (AFTER-04)', async () => {
    const code = await codeOfPlace(0)
    expect(code).toMatch(/^\d{6}$/)
    const { participationId } = place(team, 0)
    const { body } = await place(team, 0).get(`/participation/${participationId}`)
    expect(body.participation.hand_out).toEqual({ code })
    const all = await Promise.all(team.members.map((_member, n) => codeOfPlace(n)))
    expect(new Set(all).size).toBe(team.members.length)
    const lists = await Promise.all([
      team.leader.get('/hand-out'),
      team.leader.get(`/group/${team.code}/console`),
      team.leader.get(`/hand-out/${code}`),
      place(team, 1).get('/participations'),
      packer.get(`/hand-out?group=${team.code}`),
      owner.get(`/admin/order/${place(team, 0).orderId}`),
      owner.get('/admin/orders'),
    ])
    for (const { status, body: list } of lists) {
      expect(status).toBe(200)
      expect(JSON.stringify(list)).not.toContain(`"${code}"`)
    }
  })

  it('says to leader and staff what to give and what is owed (AFTER-04)', async () => {
    const code = await codeOfPlace(1)
    const found = await team.leader.get(`/hand-out/${code.slice(0, 3)} ${code.slice(3)}`)
    expect(found.body.hand_out).toEqual({
      ...{ id: place(team, 1).participationId, name: '王小明', tel_end: '678' },
      ...{ code_end: code.slice(-3), state: 'waiting', owed: 0 },
      group: { code: team.code, title: '秋茶團購' },
      lines: [{ product_id: team.productIds[0], title: '高山茶', qty: 2 }],
    })
    const { hand_out: seen } = (await packer.get(`/hand-out/${code}`)).body
    expect(seen).toMatchObject({ state: 'waiting', number: expect.any(String) })
    // Packers see no amounts.
    expect(seen).not.toHaveProperty('owed')
    const { body } = await team.leader.get('/hand-out')
    expect(body).toMatchObject({ total: 7 })
    const ofLeader = body.hand_outs.find(({ state }: { state: string }) => state === 'unpaid')
    expect(ofLeader).toMatchObject({ owed: expect.any(Number), lines: [{ qty: 1 }] })
  })

  it('is unknown to everybody else, and is not found by trying (AFTER-04)', async () => {
    const code = await codeOfPlace(2)
    const other = await openLedTeam(shop, owner, 1)
    const stranger = await openParticipant(shop)
    for (const caller of [stranger, other.leader, place(team, 2)]) {
      const { status, body } = await caller.get(`/hand-out/${code}`)
      expect([status, body.message]).toEqual([404, '找不到這個取貨代碼'])
      expect(await handOut(caller, { code })).toEqual(['unknown'])
      expect(await handOut(caller, { id: place(team, 2).participationId })).toEqual(['unknown'])
    }
    expect((await shop.guest().get(`/hand-out/${code}`)).status).toBe(401)
    const viewer = await openStaff(shop, 'viewer')
    expect((await viewer.get(`/hand-out/${code}`)).status).toBe(403)
    // Of 40 guesses at once no more than 20 are looked up, less those of above.
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_none, n) => stranger.get(`/hand-out/${900_000 + n}`)),
    )
    const statuses = guesses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(18)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await stranger.post('/hand-out', { items: [{ code }] })).status).toBe(429)
    // Others are not kept out by it.
    expect((await team.leader.get(`/hand-out/${code}`)).status).toBe(200)
  })
})

describe('a hand-out', () => {
  it('happens once of two helpers at once, and its code is void since (AFTER-04)', async () => {
    const code = await codeOfPlace(3)
    const { participationId: id } = place(team, 3)
    const helpers = Array.from({ length: 16 }, (_none, n) => {
      const by = n % 2 === 0 ? team.leader : packer
      return handOut(by, n % 4 < 2 ? { code } : { id, code })
    })
    const results = (await Promise.all(helpers)).flat()
    expect(results.filter((result) => result === 'handed_out')).toHaveLength(1)
    expect(results.filter((result) => result === 'already')).toHaveLength(15)
    const own = await place(team, 3).get(`/order/${place(team, 3).orderId}`)
    expect(own.body.hand_out).toEqual({ handed_out_at: expect.any(Number) })
    const { rows } = (await team.leader.get(`/group/${team.code}/console`)).body.console
    const row = rows.find((one: { participation_id: string }) => one.participation_id === id)
    expect(row.handed_out_at).toEqual(expect.any(Number))
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('is sent again without harm, and believes no clock of a phone (AFTER-05)', async () => {
    const evening = await openLedTeam(shop, owner, 30)
    const codes = await Promise.all(evening.members.map((one) => codeOf(one, one.orderId)))
    const at = [0, -1e12, 4e12, '2099-01-01T00:00:00Z']
    const items = codes.map((code, n) => ({ code, at: at[n % at.length] }))
    const before = Math.floor(Date.now() / 1_000)
    // The answers of the first try are lost, so all is sent by two helpers, twice.
    const replies = await Promise.all(
      [evening.leader, owner, evening.leader, owner].map((by) => by.post('/hand-out', { items })),
    )
    const results = replies.flatMap(({ body }) => body.results)
    const done = results.filter(({ result }) => result === 'handed_out')
    expect(done.map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
    expect(results.filter(({ result }) => result === 'already')).toHaveLength(90)
    for (const result of results) {
      expect(Math.abs(result.handed_out_at - before)).toBeLessThan(300)
    }
    expect(results.slice(0, 30).map((result) => result.at)).toEqual(items.map((item) => item.at))
  })

  it('is refused for what is not paid, also with cash in hand (AFTER-04)', async () => {
    const { hand_outs } = (await team.leader.get('/hand-out')).body
    const { id } = hand_outs.find(({ state }: { state: string }) => state === 'unpaid')
    expect(await handOut(team.leader, { id, received: 100 })).toEqual(['unpaid'])
  })

  it('can be undone for ten minutes, by the clock of the shop (AFTER-05)', async () => {
    const code = await codeOfPlace(4)
    const undo = { code, is_undo: true, at: 0 }
    expect(await handOut(team.leader, undo, { code }, undo, undo, { code })).toEqual([
      ...['undone', 'handed_out', 'undone', 'undone', 'handed_out'],
    ])
    onTestFinished(() => moveShopClock(shop, '0 seconds'))
    await moveShopClock(shop, '9 minutes')
    expect(await handOut(team.leader, undo, { code })).toEqual(['undone', 'handed_out'])
    await moveShopClock(shop, '20 minutes')
    expect(await handOut(team.leader, undo)).toEqual(['too_late'])
  })

  it('needs code and id to agree, where both are sent (AFTER-04)', async () => {
    const [code, { participationId: id }] = [await codeOfPlace(5), place(team, 0)]
    expect(await handOut(team.leader, { code, id })).toEqual(['unknown'])
    expect(await handOut(team.leader, {}, { code: '12' })).toEqual(['unknown', 'unknown'])
  })
})

describe('an order to pick up', () => {
  const mailsOf = async (orderId: string) => {
    const { rows } = await shop.database.pool.query<{ kind: string; body: string }>(
      'select kind, text_body as body from mail_outbox where order_id = $1 order by id',
      [orderId],
    )
    return rows
  }

  it('is shipped and delivered by its hand-out, and waits again after an undo (AFTER-04)', async () => {
    const { guest, id } = await orderToPickUp(shop, owner, { productId: mug, shipping })
    const code = await codeOf(guest, id)
    const paid = (await mailsOf(id)).find(({ kind }) => kind === 'paid')
    expect(paid?.body).toContain(`取貨代碼：${code}`)
    const listed = await packer.get('/hand-out')
    const isListed = (one: { id: string }) => one.id === id
    expect(listed.body.hand_outs.find(isListed)).toMatchObject({
      place: '中山店',
      state: 'waiting',
    })
    expect(await handOut(team.leader, { code })).toEqual(['unknown'])
    const results = await Promise.all(
      Array.from({ length: 8 }, (_none, n) => handOut(n % 2 ? owner : packer, { code })),
    )
    expect(results.flat().filter((result) => result === 'handed_out')).toHaveLength(1)
    const order = async () => (await guest.get(`/order/${id}`)).body
    expect(await order()).toMatchObject({
      hand_out: { handed_out_at: expect.any(Number) },
      parcels: [{ lines: [{ qty: 2 }], delivered_at: expect.any(Number) }],
    })
    // No mail says that it can be picked up after it was.
    expect((await mailsOf(id)).map(({ kind }) => kind)).not.toContain('shipped')
    expect(await handOut(packer, { code, is_undo: true })).toEqual(['undone'])
    expect(await order()).toMatchObject({ hand_out: { code } })
    expect((await order()).parcels[0]).not.toHaveProperty('delivered_at')
    expect(await handOut(packer, { code })).toEqual(['handed_out'])
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
    const { entries } = (await owner.get('/admin/audit?action=order.hand_out')).body
    expect(entries.length).toBeGreaterThanOrEqual(3)
  })

  it('is not given before it is paid, nor when it was cancelled (AFTER-04)', async () => {
    const order = { productId: mug, shipping, isPaid: false }
    const { guest, id } = await orderToPickUp(shop, owner, order)
    const code = await codeOf(guest, id)
    expect(await handOut(packer, { code })).toEqual(['unpaid'])
    expect((await owner.get(`/hand-out/${code}`)).body.hand_out).toMatchObject({ owed: 1_000 })
    await owner.post(`/admin/order/${id}/cancel`, { reason: '缺貨' })
    expect(await handOut(packer, { code })).toEqual(['ended'])

    // All of its money is about to go back, though it is not there yet.
    const given = await orderToPickUp(shop, owner, { productId: mug, shipping })
    const waiting = await codeOf(given.guest, given.id)
    await shop.database.pool.query(
      `insert into refunds (id, order_id, payment_id, amount, state, reason)
       select 'given-back', order_id, id, amount, 'manual', '' from payments where order_id = $1`,
      [given.id],
    )
    expect(await handOut(packer, { code: waiting })).toEqual(['ended'])
    expect((await packer.get(`/hand-out/${code}`)).status).toBe(404)
    expect((await guest.get(`/order/${id}`)).body).not.toHaveProperty('hand_out')
  })

  it('is not given before a change that made it dearer is paid, and says how much (AFTER-08)', async () => {
    const { guest, id } = await orderToPickUp(shop, owner, { productId: mug, shipping })
    const code = await codeOf(guest, id)
    const more = { lines: [{ product_id: mug, qty: 3 }], expected_difference: 500 }
    expect((await owner.put(`/admin/order/${id}/lines`, more)).status).toBe(200)
    expect((await owner.get(`/hand-out/${code}`)).body.hand_out).toMatchObject({
      ...{ state: 'unpaid', owed: 500 },
    })
    expect(await handOut(packer, { code })).toEqual(['unpaid'])
    await owner.post(`/admin/order/${id}/balance`, { amount: 500 })
    expect(await handOut(packer, { code })).toEqual(['handed_out'])
  })

  it('reminds its shopper after three days, once for two presses, and twice at most', async () => {
    const { guest, id } = await orderToPickUp(shop, owner, { productId: mug, shipping })
    const code = await codeOf(guest, id)
    await owner.post(`/admin/order/${id}/parcel`, { carrier: 'own' })
    onTestFinished(() => moveShopClock(shop, '0 seconds'))
    const remind = () => packer.post('/hand-out/reminder', {})
    const reminders = async () =>
      (await mailsOf(id)).filter(({ kind }) => kind === 'hand_out_reminder')
    expect((await packer.get('/hand-out')).body.remindable).toBe(0)
    expect((await remind()).body.message).toBe('目前沒有需要提醒的人')
    for (const [days, mails] of [
      [4, 1],
      [5, 1],
      [8, 2],
      [20, 2],
    ] as const) {
      await moveShopClock(shop, `${days} days`)
      await Promise.all([remind(), remind()])
      expect((await reminders()).length).toBe(mails)
    }
    expect((await reminders())[0]?.body).toContain(code)
    expect((await owner.get(`/admin/order/${id}`)).status).toBe(200)
  })

  it('that is sent home has no code (AFTER-04)', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: mug, qty: 1 })
    const { body } = await guest.post('/order', {
      user: {
        name: '林小美',
        email: 'm@example.com',
        tel: '0912345678',
        address: '臺北市信義路 1 號',
      },
      shipping: { method_id: 'home' },
    })
    const { body: read } = await guest.get(`/order/${body.orderId}`)
    expect(read.order.shipping.kind).toBe('home')
    expect(read).not.toHaveProperty('hand_out')
  })
})
