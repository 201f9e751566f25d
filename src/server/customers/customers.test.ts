import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepPersonalData } from '../privacy/retention.ts'
import { openGatewayShop } from '../testing/doubles/gateway-shop.ts'
import { completeRefunds } from '../testing/models/order-stories.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let product: string
beforeAll(async () => {
  shop = await openTestShop({ env: { WRITE_LIMITS: '1000' } })
  owner = await openAdministrator(shop)
  product = await shop.product({ price: 100 })
})
afterAll(() => shop.close())
const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)

async function order(visitor: Visitor, user: Partial<typeof orderData.user> = {}, qty = 1) {
  await visitor.post('/cart', { product_id: product, qty })
  const data = { ...orderData, user: { ...orderData.user, ...user } }
  const { body } = await visitor.post('/order', data)
  return String(body.orderId)
}

async function listed(query = '') {
  const { status, body } = await owner.get(`/admin/customers${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.customers
}

async function byEmail(email: string) {
  const [found] = await listed(`?q=${encodeURIComponent(email)}`)
  return found
}

it('takes guests of one address for one customer, and a member for another (CUSTOMER-02)', async () => {
  const email = 'same@example.com'
  const member = await shop.member(email)
  await order(member, { email, name: '會員小美' })
  await order(shop.guest(), { email, name: '訪客小美' })
  await order(shop.guest(), { email: ' Same@EXAMPLE.com ', name: '訪客美美' })
  const found = await listed('?q=same@example.com')
  expect(found).toMatchObject([
    { name: '訪客美美', email: 'Same@EXAMPLE.com', orders: 2 },
    { name: '會員小美', member_id: member.uid, orders: 1 },
  ])
  expect(found[0].member_id).toBeUndefined()
  const [guest, account] = found
  const pageOf = async (id: string) => (await owner.get(`/admin/customer/${id}`)).body.customer
  expect(await pageOf(guest.id)).toMatchObject({
    address: orderData.user.address,
    may_be: [{ id: account.id, name: '會員小美', is_member: true }],
  })
  expect((await pageOf(account.id)).may_be).toEqual([
    { id: guest.id, name: '訪客美美', is_member: false },
  ])
})

it('links a guest to the account whose orders name another address (CUSTOMER-02)', async () => {
  const member = await shop.member('account@example.com')
  await order(member, { email: 'elsewhere@example.com', name: '另寄' })
  await order(shop.guest(), { email: 'account@example.com', name: '訪客' })
  const guest = await byEmail('account@example.com')
  const { body } = await owner.get(`/admin/customer/${guest.id}`)
  expect(body.customer.may_be).toMatchObject([{ name: '另寄', is_member: true }])
  const back = await owner.get(`/admin/customer/${body.customer.may_be[0].id}`)
  expect(back.body.customer.may_be).toMatchObject([{ id: guest.id }])
})

it('does the same with members of whom no account is here, as of a Firebase project (CUSTOMER-02)', async () => {
  const member = await shop.member('firebase@example.com')
  const id = await order(member, { email: 'firebase@example.com', name: '火焰' })
  await order(shop.guest(), { email: 'firebase@example.com', name: '火焰訪客' })
  await run('delete from members where uid = $1', [member.uid])
  const found = await listed('?q=firebase@example.com')
  expect(found).toHaveLength(2)
  const account = found.find((one: { member_id?: string }) => one.member_id === member.uid)
  const { body } = await owner.get(`/admin/customer/${account.id}`)
  expect(body.customer.may_be).toMatchObject([{ name: '火焰訪客', is_member: false }])
  const orders = await owner.get(`/admin/customer/${account.id}/orders`)
  expect(orders.body.orders).toMatchObject([{ id, state: 'placed' }])
})

/** A generator with a seed, so that a failure can be repeated. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % sides
  }
}

it('counts and sums what the books say, whatever happens to orders (CUSTOMER-03)', async () => {
  const dice = createDice(20)
  const visitors = [shop.guest(), shop.guest(), await shop.member(), await shop.member()]
  const orders: string[] = []
  for (let step = 0; step < 200; step++) {
    const visitor = visitors[dice(visitors.length)] ?? shop.guest()
    const id = orders[dice(Math.max(1, orders.length))]
    const moves = [
      async () => {
        const email = `story-${dice(3)}@example.com`
        orders.push(await order(visitor, { email }, 1 + dice(5)))
      },
      () => owner.put(`/admin/order/${id}`, { is_paid: true }),
      () => owner.put(`/admin/order/${id}`, { is_paid: false }),
      () => owner.post(`/admin/order/${id}/cancel`, { reason: '改' }),
      () => owner.post(`/admin/order/${id}/refund`, { amount: 1 + dice(150), reason: '退' }),
      () => visitor.post(`/pay/${id}`),
      () => owner.put(`/admin/order/${id}`, { user: { email: `story-${dice(4)}@example.com` } }),
      () => owner.delete(`/admin/order/${id}`),
      () => completeRefunds(shop),
      () => listed(),
    ]
    await (dice(3) === 0 ? moves[0] : moves[dice(moves.length)])?.()
  }
  const { rows } = await run(`
    select customer_key as key,
      (count(*) filter (where state <> 'cancelled'))::int as orders,
      sum((select coalesce(sum(coalesce(captured_amount, amount)), 0) from payments
          where order_id = orders.id and status = 'succeeded')
        - (select coalesce(sum(amount), 0) from refunds
          where order_id = orders.id and state = 'done'))::int as spent,
      floor(extract(epoch from min(created_at)))::int as first_order,
      floor(extract(epoch from max(created_at)))::int as last_order
    from orders group by 1 order by 3 desc, 1`)
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.some(({ spent }) => spent > 0)).toBe(true)
  const all = []
  for (let page = 1; all.length < rows.length; page++)
    all.push(...(await listed(`?sort=spent&order=desc&page=${page}`)))
  const keyOf = ({ member_id: uid, email }: { member_id?: string; email: string }) =>
    uid === undefined ? `e:${email.toLowerCase()}` : `m:${uid}`
  expect(all.map((one: { spent: number }) => one.spent)).toEqual(rows.map(({ spent }) => spent))
  for (const { key, ...books } of rows) {
    const shown = all.find((one: { email: string }) => keyOf(one) === key)
    expect(shown).toMatchObject(books)
  }
})

it('keeps notes of 1 to 2,000 characters with author and time, from shoppers too (CUSTOMER-05)', async () => {
  const member = await shop.member('noted@example.com')
  const orderId = await order(member, { email: 'noted@example.com' })
  const { id } = await byEmail('noted@example.com')
  const add = (text: string) => owner.post(`/admin/customer/${id}/note`, { text })
  expect((await add(' ')).body).toMatchObject({ message: ['備註為 1 至 2,000 個字'] })
  expect((await add('字'.repeat(2_001))).status).toBe(400)
  expect((await add('字'.repeat(2_000))).status).toBe(200)
  const secret = '<b>標記備註</b>'
  const { body } = await add(secret)
  expect(body.note).toMatchObject({ text: secret, author: expect.stringContaining('chief') })
  const notes = await owner.get(`/admin/customer/${id}/notes`)
  expect(notes.body.notes.map(({ text }: { text: string }) => text.slice(0, 10))).toEqual([
    secret.slice(0, 10),
    '字'.repeat(10),
  ])
  expect(notes.body.notes[0].create_at).toBeGreaterThan(Date.now() / 1000 - 60)
  for (const path of ['/orders', `/order/${orderId}`, '/cart']) {
    expect(JSON.stringify((await member.get(path)).body)).not.toContain('標記備註')
  }
  expect((await owner.delete(`/admin/customer/${id}/note/${body.note.id}`)).status).toBe(200)
  expect((await owner.delete(`/admin/customer/${id}/note/${body.note.id}`)).status).toBe(404)
})

it('takes up to 20 tags of 1 to 20 characters, offers those in use and filters by them (CUSTOMER-06)', async () => {
  const email = 'tagged@example.com'
  await order(shop.guest(), { email })
  const { id } = await byEmail(email)
  const set = (tags: string[]) => owner.put(`/admin/customer/${id}`, { tags })
  expect((await set(Array.from({ length: 21 }, (_, i) => `標籤${i}`))).body.message).toEqual([
    '標籤最多 20 個',
  ])
  for (const wrong of ['', ' ', '字'.repeat(21), 'a,b']) {
    expect((await set([wrong])).status).toBe(400)
  }
  expect((await set(['常客', ' 素食 ', '常客', '字'.repeat(20)])).status).toBe(200)
  expect((await byEmail(email)).tags).toEqual(['常客', '素食', '字'.repeat(20)].toSorted())
  expect(
    (await owner.get(`/admin/customers/tags?q=${encodeURIComponent('素')}`)).body.tags,
  ).toEqual(['素食'])
  expect((await owner.get('/admin/customers/tags')).body.tags).toHaveLength(3)
  const withTag = (tag: string) => listed(`?tag=${encodeURIComponent(tag)}`)
  expect(await withTag('素食')).toMatchObject([{ id }])
  expect(await withTag('素')).toEqual([])
  expect(await withTag('素,常客')).toMatchObject([{ id }])
  await set([])
  expect(await withTag('常客')).toEqual([])
})

it('finds by name, e-mail and telephone, filters, and sorts by every column (CUSTOMER-01)', async () => {
  const rare = { name: '歐陽龘龘', email: 'Rare_One@example.com', tel: '+886 987-654-321' }
  await order(shop.guest(), rare, 7)
  const q = async (text: string) =>
    (await listed(`?q=${encodeURIComponent(text)}`)).map(({ name }: { name: string }) => name)
  const finding = [
    '龘',
    '陽龘',
    '歐陽龘龘',
    ' 歐陽 ',
    'rare_one',
    'RARE_ONE@example.com',
    '0987654321',
  ]
  const parts = ['are_one', 'one@ex', '321', '8765', '4321']
  for (const text of [...finding, ...parts, "'0987654321", '８８６９８７６５４３２１']) {
    expect(await q(text), text).toContain(rare.name)
  }
  for (const text of ['龘歐', 'rare_two', '0987654322', '\\', '[']) {
    expect(await q(text), text).not.toContain(rare.name)
  }
  const first = await listed()
  expect(first[0].name).toBe(rare.name)
  for (const sort of ['last_order', 'orders', 'spent', 'name']) {
    const up = await listed(`?sort=${sort}&order=asc`)
    const down = await listed(`?sort=${sort}&order=desc`)
    const values = up.map((one: Record<string, number>) => one[sort])
    if (sort !== 'name') expect(values).toEqual(values.toSorted((a: number, b: number) => a - b))
    if (sort !== 'spent') expect(down[0][sort]).not.toEqual(up[0][sort])
  }
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  expect((await listed(`?from=${today}&to=${today}&q=${encodeURIComponent('龘')}`)).length).toBe(1)
  expect(await listed('?to=2020-01-01')).toEqual([])
  expect(await listed('?from=2999-01-01')).toEqual([])
  for (const name of ['orders', 'spent']) {
    const least = async (value: number) =>
      (await listed(`?q=${encodeURIComponent('龘')}&${name}_min=${value}`)).length
    expect(await least(first[0][name]), name).toBe(1)
    expect(await least(first[0][name] + 1), name).toBe(0)
  }
  expect(await listed('?orders_min=1000')).toEqual([])
  expect(await listed('?spent_min=100000')).toEqual([])
  for (const wrong of ['from=2026-02-30', 'to=x', 'orders_min=-1', 'spent_min=1.5', 'sort=id']) {
    expect((await owner.get(`/admin/customers?${wrong}`)).status, wrong).toBe(400)
  }
  const backwards = '?from=2026-02-02&to=2026-02-01'
  expect((await owner.get(`/admin/customers${backwards}`)).status).toBe(400)
  expect((await owner.get('/admin/customer/999999')).body.message).toBe('找不到顧客')
})

it('finds the end of a telephone that reads as the prefix of Taiwan, and any form of that prefix (CUSTOMER-01)', async () => {
  await order(shop.guest(), { name: '尾碼', email: 'tail@example.com', tel: '0913788690' })
  await order(shop.guest(), { name: '國碼', email: 'prefix@example.com', tel: '00886911222333' })
  const q = async (text: string) =>
    (await listed(`?q=${encodeURIComponent(text)}`)).map(({ name }: { name: string }) => name)
  expect(await q('88690')).toContain('尾碼')
  expect(await q('8690')).toContain('尾碼')
  expect(await q('+886 913-788-690')).toEqual(['尾碼'])
  for (const tel of ['0911222333', '+886911222333', '00886911222333', '00886-911-222-333']) {
    expect(await q(tel), tel).toEqual(['國碼'])
  }
})

it('finds a name by its letters, without their marks, too (CUSTOMER-01, MEND-74)', async () => {
  const name = 'Émile Ångström'
  await order(shop.guest(), { name, email: 'letters@example.com' })
  for (const text of ['Émile', 'ÉMILE Ångström', 'ÅNGSTRöM', 'É', 'Ån', 'emile angstrom', 'ng']) {
    const found = await listed(`?q=${encodeURIComponent(text)}`)
    expect(
      found.map((one: { name: string }) => one.name),
      text,
    ).toContain(name)
  }
})

it('keeps number, notes and tags of a guest whose address is corrected (CUSTOMER-02)', async () => {
  const remember = async (email: string, tags: string[]) => {
    const { id } = await byEmail(email)
    await owner.put(`/admin/customer/${id}`, { tags })
    await owner.post(`/admin/customer/${id}/note`, { text: `備註 ${email}` })
    return id
  }
  const correct = (id: string, email: string) =>
    owner.put(`/admin/order/${id}`, { user: { ...orderData.user, email } })
  const notesOf = async (id: string) =>
    (await owner.get(`/admin/customer/${id}/notes`)).body.notes.map(
      ({ text }: { text: string }) => text,
    )
  // To an address of nobody: the same customer.
  const [first, second] = [
    await order(shop.guest(), { email: 'typo@exmaple.com' }),
    await order(shop.guest(), { email: 'typo@exmaple.com' }),
  ]
  const id = await remember('typo@exmaple.com', ['常客', '素食'])
  await correct(first, 'typo@example.com')
  expect(await byEmail('typo@exmaple.com')).toMatchObject({ id, orders: 1 })
  await correct(second, 'typo@example.com')
  const other = await byEmail('typo@example.com')
  expect(other).toMatchObject({ orders: 2, tags: ['常客', '素食'].toSorted() })
  expect(await notesOf(other.id)).toEqual(['備註 typo@exmaple.com'])

  const alone = await order(shop.guest(), { email: 'alone@exmaple.com' })
  const kept = await remember('alone@exmaple.com', ['素食'])
  await correct(alone, 'alone@example.com')
  expect(await byEmail('alone@example.com')).toMatchObject({ id: kept, orders: 1, tags: ['素食'] })
  expect(await byEmail('alone@exmaple.com')).toBeUndefined()
  expect(await notesOf(kept)).toEqual(['備註 alone@exmaple.com'])

  // To the address of another: that one has them all.
  const joining = await order(shop.guest(), { email: 'joining@exmaple.com' })
  await remember('joining@exmaple.com', ['素食', '新客'])
  await correct(joining, 'alone@example.com')
  expect(await byEmail('alone@example.com')).toMatchObject({
    id: kept,
    orders: 2,
    tags: ['素食', '新客'].toSorted(),
  })
  expect(await notesOf(kept)).toEqual(['備註 joining@exmaple.com', '備註 alone@exmaple.com'])
  expect(await byEmail('joining@exmaple.com')).toBeUndefined()
})

it('lets a member’s order by hand hold stock and expire like any other (CUSTOMER-07)', async () => {
  const paid = await openGatewayShop()
  try {
    const staff = await openAdministrator(paid)
    const member = await paid.member()
    const id = await paid.order(member)
    const counted = await paid.product()
    await staff.put(`/admin/stock/${counted}`, { on_hand: 5, reason: 'counted' })
    const [customer] = (await staff.get('/admin/customers')).body.customers
    const input = { user: orderData.user, products: [{ product_id: counted, qty: 2 }] }
    const { body } = await staff.post('/admin/order', { ...input, customer_id: customer.id })
    const times = await paid.rows(
      'select distinct round(extract(epoch from expires_at - created_at)) as seconds from orders where id = any($1)',
      [[id, body.orderId]],
    )
    expect(times).toHaveLength(1)
    const byHand = (await member.get(`/order/${body.orderId}`)).body.order
    expect(byHand.user.name).toBe(`${orderData.user.name}+${member.uid}`)
    const held = await paid.rows('select held from stock where product_id = $1', [counted])
    expect(held).toEqual([{ held: 2 }])
    const forNobody = await staff.post('/admin/order', input)
    const { order: waiting } = (await staff.get(`/admin/order/${forNobody.body.orderId}`)).body
    expect(waiting.expires_at).toBeUndefined()
  } finally {
    await paid.close()
  }
})

it('enters an order for a member as the member’s own, and for guests by their address (CUSTOMER-07)', async () => {
  const member = await shop.member('byhand@example.com')
  await order(member, { email: 'byhand@example.com' })
  await order(shop.guest(), { email: 'guest-at-hand@example.com' })
  for (const email of ['byhand@example.com', 'guest-at-hand@example.com']) {
    const { id } = await byEmail(email)
    const { status, body } = await owner.post('/admin/order', {
      user: { ...orderData.user, email },
      products: [{ product_id: product, qty: 2 }],
      customer_id: id,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await byEmail(email)).toMatchObject({ id, orders: 2 })
    const { body: shown } = await owner.get(`/admin/order/${body.orderId}`)
    expect(shown.order.customer_id).toBeUndefined()
    expect((await member.get(`/order/${body.orderId}`)).status).toBe(
      email === 'byhand@example.com' ? 200 : 404,
    )
  }
  const unknown = { user: orderData.user, products: [{ product_id: product, qty: 1 }] }
  expect((await owner.post('/admin/order', { ...unknown, customer_id: '99999' })).status).toBe(404)
})

it('enters an order for a customer whose account is gone as for guests (CUSTOMER-07)', async () => {
  const email = 'left-by-hand@example.com'
  const member = await shop.member(email)
  await order(member, { email })
  const { id } = await byEmail(email)
  await run('delete from members where uid = $1', [member.uid])
  const user = { ...orderData.user, email }
  const input = { user, products: [{ product_id: product, qty: 2 }], customer_id: id }
  const { body } = await owner.post('/admin/order', input)
  const { rows } = await run('select owner, contact_name, expires_at from orders where id = $1', [
    body.orderId,
  ])
  expect(rows).toEqual([
    { owner: `a:${owner.uid}`, contact_name: orderData.user.name, expires_at: null },
  ])
})

it('enters an order for a member of a Firebase project, of whom the shop has no row (CUSTOMER-07)', async () => {
  const env = { FIREBASE_PROJECT_ID: 'minmin-shop', FIREBASE_API_KEY: 'AIza-test' }
  const elsewhere = await openTestShop({ env })
  try {
    const staff = await openAdministrator(elsewhere)
    const guest = elsewhere.guest()
    const sold = await elsewhere.product()
    await guest.post('/cart', { product_id: sold, qty: 1 })
    await guest.post('/order', orderData)
    const { pool } = elsewhere.database
    await pool.query(`update orders set owner = 'm:of-firebase', customer_key = 'm:of-firebase'`)
    await pool.query(`update customers set key = 'm:of-firebase'`)
    const [customer] = (await staff.get('/admin/customers')).body.customers
    expect(customer.member_id).toBe('of-firebase')
    const products = [{ product_id: sold, qty: 1 }]
    const input = { user: orderData.user, products, customer_id: customer.id }
    const { body } = await staff.post('/admin/order', input)
    const { rows } = await pool.query('select owner from orders where id = $1', [body.orderId])
    expect(rows).toEqual([{ owner: 'm:of-firebase' }])
  } finally {
    await elsewhere.close()
  }
})

it('keeps the tags that somebody else has changed meanwhile (CUSTOMER-06)', async () => {
  const email = 'merged@example.com'
  await order(shop.guest(), { email })
  const { id } = await byEmail(email)
  const set = (data: object) => owner.put(`/admin/customer/${id}`, data)
  await set({ tags: ['常客', '素食'] })
  await set({ tags: ['常客', '批發'] })
  const { status } = await set({ tags: ['素食', '新竹'], shown_tags: ['常客', '素食'] })
  expect(status).toBe(200)
  expect((await byEmail(email)).tags).toEqual(['批發', '新竹'].toSorted())
})

it('forgets a customer with the contact of the last order, notes and tags too (CUSTOMER-05, PRIVACY-02)', async () => {
  const email = 'ancient@example.com'
  const id = await order(shop.guest(), { email })
  const customer = await byEmail(email)
  await owner.put(`/admin/customer/${customer.id}`, { tags: ['老客人'] })
  await owner.post(`/admin/customer/${customer.id}/note`, { text: '老客人' })
  await run(
    `update orders set state = 'completed', state_since = now() - interval '5 years 1 hour'
     where id = $1`,
    [id],
  )
  await sweepPersonalData(shop.database.db)
  expect(await byEmail(email)).toBeUndefined()
  const { rows } = await run(`select from customer_tags where tag = '老客人'
    union all select from customer_notes where text = '老客人'`)
  expect(rows).toEqual([])
})
