import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtProgram } from '../../src/server/programs.ts'
import { randomFrom } from '../harness/random.ts'
import { type RaceRequest, type Reply, send } from './held-request.ts'
import { administrator, memberPassword, type Product, RaceHarness } from './race-harness.ts'
import { addition, call, newGuest, orderRequest, readCart, type Shopper } from './shopper.ts'

const random = randomFrom(20_261_121)
let harness: RaceHarness
let product: Product

beforeAll(async () => {
  // MUTANT names a mutant of tests/harness/mutants.ts: these tests must then fail.
  harness = await RaceHarness.open({
    nodes: 2,
    mutant: process.env.MUTANT,
    env: { IDENTITY_LIMITS: '1', WRITE_LIMITS: '1', LIMIT_WRITE_NEW_GUESTS: '2000' },
  })
  product = await harness.product(100)
})
afterAll(() => harness?.close())

const onNode = (node: number, request: RaceRequest): Promise<Reply> =>
  send(harness.address(node), request)

const asMember = ({ token, owner }: { token: string; owner: string }): Shopper => {
  return { by: { Authorization: token }, owner }
}

async function restart(node: number): Promise<void> {
  await harness.nodes[node]?.stop()
  await harness.nodes[node]?.start()
}

it('I1 what is ordered and paid on one node is read on the other at once', async () => {
  for (let round = 0; round < 10; round++) {
    const [here, there] = [round % 2, (round + 1) % 2]
    const guest = newGuest(random)
    await harness.call(addition(guest, product, 2), here)
    expect((await readCart(harness, guest, there)).carts).toHaveLength(1)
    const { orderId } = await harness.call(orderRequest(guest), there)
    expect((await readCart(harness, guest, here)).carts).toEqual([])
    const read = async () =>
      (await harness.call(call('GET', `/order/${orderId}`, guest), here)).order
    expect(await read()).toMatchObject({ id: orderId, total: 200, is_paid: false })
    await harness.call(call('POST', `/pay/${orderId}`, guest), there)
    expect(await read()).toMatchObject({ is_paid: true })
    const { orders } = await harness.call(harness.admin('GET', '/orders'), here)
    expect((orders as { id: string }[])[0]?.id).toBe(orderId)
  }
})

it('I1 a token of one node serves on the other, before, during and after a change of keys', async () => {
  const signIn = async (node: number) => {
    const account = { email, password: memberPassword, returnSecureToken: true }
    const { idToken } = await harness.call(harness.identity('signInWithPassword', account), node)
    return String(idToken)
  }
  const serves = async (idToken: string) =>
    Promise.all(
      [0, 1].map(async (node) => {
        const cart = await onNode(
          node,
          call('GET', '/cart', { by: { Authorization: idToken }, owner: '' }),
        )
        const account = await onNode(node, harness.identity('lookup', { idToken }))
        return [cart.status, account.status]
      }),
    )
  const everywhere = [
    [200, 200],
    [200, 200],
  ]
  const kid = (token: string) => decodeProtectedHeader(token).kid

  const { email, token: before } = await harness.member(0)
  expect(await serves(before)).toEqual(everywhere)

  // A month later the second node creates the next key, which does not sign yet.
  await harness.query("update signing_keys set created_at = now() - interval '31 days'")
  await restart(1)
  const announced = await signIn(1)
  expect(kid(announced)).toBe(kid(before))
  expect(await harness.query('select kid from signing_keys')).toHaveLength(2)

  // A quarter of an hour later it does; the first node has not read it so far.
  await harness.query(
    "update signing_keys set created_at = now() - interval '16 minutes' where retired_at is null",
  )
  await restart(1)
  const after = await signIn(1)
  expect(kid(after)).not.toBe(kid(before))
  for (const token of [after, announced, before]) expect(await serves(token)).toEqual(everywhere)
})

it('D2 I1 a key gives the saved answer on the other node, and after both have started anew', async () => {
  const guest = newGuest(random)
  await harness.call(addition(guest, product, 1))
  // The link of a guest's order is signed anew for each answer.
  const { access: _, ...first } = await harness.call(orderRequest(guest, 'kept'))
  const saved = { status: 200, body: { ...first, access: expect.any(String) } }
  expect(await onNode(1, orderRequest(guest, 'kept'))).toEqual(saved)
  await Promise.all([restart(0), restart(1)])
  for (const node of [0, 1]) {
    expect(await onNode(node, orderRequest(guest, 'kept'))).toEqual(saved)
    expect((await onNode(node, orderRequest(guest, 'kept', 'other'))).status).toBe(422)
  }
  const other = newGuest(random)
  await harness.call(addition(other, product, 1))
  const others = await onNode(1, orderRequest(other, 'kept'))
  expect(others.status).toBe(200)
  expect(others.body.orderId).not.toBe(first.orderId)
})

it("B6 a cart is brought along once, and is nobody else's afterwards, on either node", async () => {
  const [ming, hua] = [asMember(await harness.member(1)), asMember(await harness.member(2))]
  const guest = newGuest(random)
  await harness.call(addition(guest, product, 3))
  const arrive = (member: Shopper, node: number) =>
    readCart(harness, { ...member, by: { ...member.by, ...guest.by } }, node)
  const brought = (await arrive(ming, 0)).carts
  expect(brought.map(({ qty }) => qty)).toEqual([3])
  const [line] = brought

  // Another member signs in, and the browser still has the old cookie.
  expect((await arrive(hua, 1)).carts).toEqual([])
  expect((await arrive(ming, 1)).carts).toEqual(brought)
  expect((await readCart(harness, guest, 1)).carts).toEqual([])
  for (const stranger of [hua, guest]) {
    const change = call('PUT', `/cart/${line?.id}`, stranger, { qty: 9 })
    expect((await onNode(1, change)).status).toBe(404)
    expect((await onNode(1, call('DELETE', `/cart/${line?.id}`, stranger))).status).toBe(404)
  }
  expect((await readCart(harness, ming, 0)).carts).toEqual(brought)
})

it('B11 an administrator who is disabled or gets a new password is out at once, on both nodes', async () => {
  const operate = (...command: string[]) =>
    promisify(execFile)(process.execPath, [builtProgram('admin'), ...command], {
      env: {
        ...process.env,
        DATABASE_URL: harness.databaseUrl,
        ADMIN_PASSWORD: administrator.password,
      },
    })
  const second = { username: 'second@minmin.example', password: administrator.password }
  await operate('create', second.username)
  const signIn = (node: number) =>
    onNode(node, { method: 'POST', path: '/v2/admin/signin', body: second })
  const statuses = (token: unknown) =>
    Promise.all(
      [0, 1].map(async (node) => {
        const by = { by: { Authorization: String(token) }, owner: '' }
        return (await onNode(node, call('GET', '/admin/orders', by))).status
      }),
    )

  const { token } = (await signIn(0)).body
  expect(await statuses(token)).toEqual([200, 200])
  await operate('disable', second.username)
  expect(await statuses(token)).toEqual([401, 401])
  expect((await signIn(1)).status).toBe(400)

  await operate('enable', second.username)
  const again = (await signIn(1)).body.token
  expect(await statuses(again)).toEqual([200, 200])
  await operate('reset-password', second.username)
  expect(await statuses(again)).toEqual([401, 401])
})

it('G9 two nodes share one counter, and a restart does not begin it anew', async () => {
  const counted = async (count: number, request: () => RaceRequest) => {
    const replies: Reply[] = []
    for (let at = 0; at < count; at += 20) {
      if (at === Math.floor(count / 40) * 20) await restart(1)
      const batch = Array.from({ length: 20 }, (_, index) => onNode(index, request()))
      replies.push(...(await Promise.all(batch)))
    }
    return replies.filter(({ status }) => status !== 429).length
  }
  // 200 an hour from one network, counted one by one.
  expect(await counted(260, () => harness.identity('update', { oobCode: 'guessed' }))).toBe(200)
  // 2,000 carts an hour of callers without a cookie.
  const opened = await counted(2_200, () =>
    call('POST', '/cart', { by: {}, owner: '' }, { product_id: product.id, qty: 1 }),
  )
  expect(opened).toBeLessThanOrEqual(2_000)
  expect(opened).toBeGreaterThan(1_800)
})
