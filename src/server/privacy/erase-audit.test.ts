import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)

const user = {
  name: '標記甲名',
  email: 'marked-audit@example.com',
  tel: '0911222333',
  address: '台北市標記路 1 號',
}
const marks = [...Object.values(user), '標記乙', 'MARKED-1', 'MARKED-2', '97531']

it('the audit holds nothing of an erased person, whatever the staff did with their orders (PRIVACY-07, AUDIT-05)', async () => {
  const member = await shop.member(user.email)
  const product = await shop.product()
  const [sold, lost] = [await order(), await order()]
  const id = (await owner.get(`/admin/customers?q=${user.email}`)).body.customers[0].id

  await succeed(owner.put(`/admin/order/${sold}`, { is_paid: true, message: '標記乙留言', user }))
  await succeed(owner.post(`/admin/order/${sold}/note`, { text: '標記乙備註' }))
  const asked = { amount: 1, reason: '標記乙少件' }
  const { data } = await succeed(owner.post(`/admin/order/${sold}/refund`, asked))
  const remitted = { remitted_on: '2026-11-22', account_last5: '97531' }
  await succeed(owner.post(`/admin/refund/${data.id}/done`, remitted))
  const sent = { carrier: 'own', tracking_number: 'MARKED-1' }
  const { data: parcel } = await succeed(owner.post(`/admin/order/${sold}/parcel`, sent))
  const corrected = { tracking_number: 'MARKED-2', is_delivered: true }
  await succeed(owner.put(`/admin/order/${sold}/parcel/${parcel.id}`, corrected))
  const returned = { reason: '標記乙退貨', refund: 0, lines: [] }
  await succeed(owner.post(`/admin/order/${sold}/return`, returned))
  await succeed(owner.post(`/admin/order/${lost}/cancel`, { reason: '標記乙取消' }))
  await resolveStrayMoney(lost)
  await payOut(member.uid)
  await succeed(owner.put(`/admin/customer/${id}`, { tags: ['標記乙一'] }))
  await succeed(owner.put(`/admin/customer/${id}`, { tags: ['標記乙二'] }))
  await succeed(owner.post(`/admin/customer/${id}/note`, { text: '標記乙備註' }))
  await succeed(owner.post(`/admin/customer/${id}/data`))
  const filter = { q: user.name, tag: '標記乙二', orders_min: '1' }
  await succeed(owner.post('/admin/export', { kind: 'customers', filter, is_personal: true }))
  await succeed(owner.post(`/admin/customer/${id}/erase`, { customer_id: id }))

  const { rows } = await run(
    'select action, before, after, to_jsonb(entry)::text as text from audit_entries as entry',
  )
  const told = rows.filter(({ text }) => marks.some((mark) => text.includes(mark)))
  expect(told).toEqual([])
  const entry = (action: string) => rows.findLast((row) => row.action === action)
  expect(entry('customer.update')).toMatchObject({
    before: { tags: ['***'] },
    after: { tags: ['***'] },
  })
  expect(entry('order.change_parcel')).toMatchObject({
    before: { trackingNumber: '***' },
    after: { trackingNumber: '***' },
  })
  expect(entry('refund.create')?.after).toMatchObject({ amount: 1, reason: '***' })
  expect(entry('export.personal')?.after).toEqual({
    filter: { q: '***', tag: '***', orders_min: '1' },
  })

  async function order(): Promise<string> {
    await member.post('/cart', { product_id: product, qty: 1 })
    return (await succeed(member.post('/order', { user, message: '' }))).orderId
  }
})

it('views, their titles in the audit, tags of runs and searches hold nothing of an erased person, and those of others stay (MEND-61)', async () => {
  const guest = shop.guest()
  const product = await shop.product()
  const order = async (who: typeof user) => {
    await guest.post('/cart', { product_id: product, qty: 1 })
    const { orderId } = await succeed(guest.post('/order', { user: who, message: '' }))
    await run(`update orders set state = 'completed' where id = $1`, [orderId])
    return (await owner.get(`/admin/customers?q=${who.email}`)).body.customers[0].id
  }
  const person = { ...user, name: '標記丙 小姐', email: 'Marked-Words@example.com' }
  const [id, other] = [
    await order(person),
    await order({ ...user, name: '別人', email: 'other-words@example.com' }),
  ]
  const view = (name: string, query: Record<string, string>) =>
    succeed(
      owner.post('/admin/view', {
        list: 'customers',
        name,
        query: String(new URLSearchParams(query)),
      }),
    )
  const { view: kept } = await view('標記丁的檢視', { q: '別人', tag: '熟客' })
  await view('常問 標記丙小姐', {})
  await view('甲', { q: '標記丙 小姐' })
  await view('乙', { q: 'marked-words@EXAMPLE.com', sort: 'spent' })
  await view('丙', { q: '+886 911-222-333' })
  const { view: renamed } = await view('丁', { tag: '標記丙怕貓' })
  await succeed(owner.put(`/admin/view/${renamed.id}`, { name: '標記丙改名', query: 'q=a' }))
  await succeed(owner.delete(`/admin/view/${renamed.id}`))
  await view('戊', { tag: '標記丙怕貓' })
  const tag = async (ids: string[], action: string, word: string) => {
    const asked = { kind: 'customers', action, ids, input: { tag: word } }
    const { run: begun } = await succeed(owner.post('/admin/run', asked))
    const stateOf = async () => (await owner.get(`/admin/run/${begun.id}`)).body.run.state
    await expect.poll(stateOf).toBe('done')
  }
  await tag([id, other], 'add_tag', '熟客')
  await tag([id], 'add_tag', '標記丙怕貓')
  await tag([id], 'add_tag', '標記丙舊標籤')
  await tag([id], 'remove_tag', '標記丙舊標籤')
  await run(`insert into missed_searches (day, word, times) values
    (now(), '标记丙小姐', 1), (now(), '標記丁', 1)`)
  await succeed(owner.post(`/admin/customer/${id}/erase`, { customer_id: id }))

  const { rows } = await run(`
    select to_jsonb(entry)::text as text from audit_entries as entry
    union all select to_jsonb(view)::text from list_views as view
    union all select to_jsonb(run)::text from runs as run
    union all select to_jsonb(missed)::text from missed_searches as missed`)
  const told = rows.filter(({ text }) => /標記丙|标记丙|marked-words|911-222/i.test(text))
  expect(told).toEqual([])
  expect((await owner.get('/admin/views?list=customers')).body.views).toEqual([kept])
  const runs = await run(`select distinct input from runs where action like '%_tag' order by input`)
  expect(runs.rows).toEqual([{ input: {} }, { input: { tag: '熟客' } }])
  expect((await run('select word from missed_searches')).rows).toEqual([{ word: '標記丁' }])
})

it('a view goes by the words of a person that stand in it as such, whatever a guest is called and where they live (MEND-61)', async () => {
  const erasedBy = async (who: Partial<typeof user>, views: [name: string, query: string][]) => {
    await run('delete from list_views')
    const given = { ...user, email: `words-${crypto.randomUUID()}@example.com`, ...who }
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const { orderId } = await succeed(guest.post('/order', { user: given, message: '' }))
    await run(`update orders set state = 'completed' where id = $1`, [orderId])
    for (const [name, query] of views) {
      await succeed(owner.post('/admin/view', { list: 'orders', name, query }))
    }
    const found = (await owner.get(`/admin/customers?q=${given.email}`)).body.customers
    const { id } = found[0]
    await succeed(owner.post(`/admin/customer/${id}/erase`, { customer_id: id }))
    const kept: { name: string }[] = (await owner.get('/admin/views?list=orders')).body.views
    return views.map(([name]) => name).filter((name) => !kept.some((view) => view.name === name))
  }
  expect(
    await erasedBy({ name: 'paid', address: '台北市' }, [
      ['待出貨', 'payment=paid&state=paid'],
      ['台北市的訂單', 'q=台北市'],
      ['unpaid', 'q=paidui'],
      ['依金額', 'sort=total&order=desc'],
    ]),
  ).toEqual([])
  expect(await erasedBy({ name: '單' }, [['單', 'q=單']])).toEqual([])
  expect(await erasedBy({ name: '訂單' }, [['台北市的訂單', 'q=大訂單']])).toEqual([])
  const named = ['王小明的訂單', '常客：王 小明', '王小明先生', '甲', '乙', '丙'] as const
  expect(
    await erasedBy({ name: '王小明', address: '110 台北市標記路 5 號' }, [
      ...named.slice(0, 3).map((name): [string, string] => [name, 'state=placed']),
      ['甲', 'q=小華 王小明'],
      ['乙', 'q=台北市標記路５號&sort=total'],
      ['丙', 'tag=王小明'],
      ['王小明華', 'q=大王小明華'],
    ]),
  ).toEqual(named)
})

async function succeed(call: ReturnType<TestAdministrator['post']>) {
  const { status, body } = await call
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Money in another amount than asked for. */
async function resolveStrayMoney(orderId: string): Promise<void> {
  await run(
    `insert into payments (id, order_id, provider, method, amount, captured_amount, status,
       reference, trade_no, counts)
     values ('stray', $1, 'ecpay', 'card', 1000, 900, 'succeeded', 'stray', 'stray', false)`,
    [orderId],
  )
  const { differences } = (await owner.get('/admin/reconciliation')).body
  const path = `/admin/reconciliation/${differences[0].id}/resolve`
  await succeed(owner.post(path, { note: '標記乙已電話確認' }))
}

async function payOut(leaderId: string): Promise<void> {
  const { groupId } = await openCampaign(shop)
  await run(
    `insert into commission_entries (id, leader_id, group_id, order_id, kind, amount, by)
     values ('earned', $1, $2, (select min(id) from orders), 'earned', 10, 's:system')`,
    [leaderId, groupId],
  )
  const payout = { leader_id: leaderId, amount: 10, note: '標記乙帳戶' }
  await succeed(owner.post('/admin/commission/payout', payout))
}
