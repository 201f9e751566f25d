import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOut, listCopiedTables, openCopySession } from '../backup/tables.ts'
import { sweepExpired } from '../db/housekeeping.ts'
import { erasedText } from '../db/tables/orders.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { commandLine } from '../http/actor.ts'
import { createLog } from '../log.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { multipart } from '../testing/test-pictures.ts'
import { openTestShop, shopPrefix, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { erasePersonForGood } from './erase-for-good.ts'
import { exportPerson } from './export-person.ts'
import { findPersons, type Person } from './person.ts'
import { tableRules } from './personal-columns.ts'
import { sweepPersonalData } from './retention.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true })
})
afterAll(() => shop.close())
const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)
const findPerson = async (db: Transaction, named: string) => (await findPersons(db, named))[0]

it('has a line of retention for every table, and a decision for every text and JSON column (PRIVACY-01, MEND-61)', async () => {
  const { rows } = await run(
    `select table_name as table, column_name as name, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, 2`,
  )
  const decided = Object.entries(tableRules).flatMap(([table, { personal, written = {}, plain }]) =>
    [...Object.keys(personal), ...Object.keys(written), ...plain].map((name) => `${table}.${name}`),
  )
  const isText = (type: string) =>
    /text|json|character|bytea|ARRAY|USER-DEFINED|tsvector|xml/.test(type)
  const found = rows.filter(({ type }) => isText(type)).map((row) => `${row.table}.${row.name}`)
  expect(decided.toSorted()).toEqual(found.toSorted())
  const tables = new Set(rows.map(({ table }) => table))
  expect(Object.keys(tableRules).toSorted()).toEqual([...tables].toSorted())
  expect(Object.values(tableRules).every(({ kept }) => kept !== '')).toBe(true)
  // Beside the shop's own tables are the migrations that ran and the jobs, which hold ids only.
  const schemas = await run(
    `select distinct table_schema as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  expect(schemas.rows.map(({ name }) => name)).toEqual(['drizzle', 'pgboss', 'public'])
})

const marks = {
  name: '標記甲名',
  email: 'marked-one@example.com',
  tel: '0911222333',
  address: '台北市標記路 1 號',
}

async function verifiedMember(email: string) {
  const member = await shop.member(email)
  await run('update members set email_verified = true where uid = $1', [member.uid])
  return member
}

/** A member with an order in a state that has ended, mails, a cart, and notes of the staff. */
async function customer(user: typeof marks, email: string) {
  const member = await verifiedMember(email)
  const product = await shop.product()
  await member.post('/cart', { product_id: product, qty: 1 })
  const { orderId } = (
    await member.post('/order', {
      user: { ...user, line_id: `${user.name}-line` },
      message: `${user.name}留言`,
    })
  ).body
  await member.post(`/pay/${orderId}`)
  const admin = await openAdministrator(shop)
  await admin.post(`/admin/order/${orderId}/note`, { text: `${user.name}的備註` })
  await member.post(`/order/${orderId}/messages`, { text: `${user.name}的提問` })
  await member.post('/cart', { product_id: product, qty: 2 })
  await run(`insert into restock_requests (id, product_id, email) values ($1, $2, $3)`, [
    `r-${orderId}`.slice(0, 20),
    product,
    email,
  ])
  await run(
    `insert into mail_outbox (recipient, subject, text_body, html_body, message_id)
     values ($1, $2, $2, $2, $1)`,
    [email, `${user.name}您好`],
  )
  return { member, orderId: String(orderId) }
}

async function everyRow(): Promise<string> {
  const client = await openCopySession(shop.databaseUrl)
  const parts: string[] = []
  for (const table of await listCopiedTables(client)) {
    parts.push(await text(client.query(copyTo(copyOut(table)))))
  }
  await client.end()
  return parts.join('\n')
}

/** The money, the goods and the places of the shop. */
async function sums() {
  const { rows } = await shop.database.pool.query(
    `select (select array[count(*), sum(total)] from orders) as orders,
       (select array[count(*), sum(amount)] from payments) as payments,
       (select array[count(*), sum(amount)] from refunds) as refunds,
       (select array[sum(on_hand), sum(held)] from stock) as stock,
       (select array[count(*), sum(discount)] from coupon_uses) as coupons,
       (select array_agg(state order by state) from participations) as participations`,
  )
  return rows
}

it('takes a person out of every table, leaves others and the books (PRIVACY-07, DOOR-14)', async () => {
  const { orderId } = await customer(marks, marks.email)
  const others = {
    name: '另一位',
    email: 'other@example.com',
    tel: '0955666777',
    address: '高雄市',
  }
  await customer(others, others.email)
  const { db } = shop.database
  const find = async () => {
    const person = await findPerson(db, marks.email)
    if (!person) throw new Error('the person is not there')
    return person
  }
  const erase = async (isTrial = false) => {
    const person = await find()
    return transaction(db, (tx) => erasePersonForGood(tx, commandLine, person, { isTrial }))
  }
  await expect(erase()).rejects.toThrow(orderId)
  await run(
    `update orders set state = 'completed', invoice_kind = 'company', invoice_tax_id = '04595257',
       invoice_title = '標記公司', invoice_carrier = 'mobile', invoice_carrier_number = '/MARK+12',
       invoice_love_code = '7654321' where id = $1`,
    [orderId],
  )
  const invoice = ['04595257', '標記公司', '/MARK+12', '7654321']

  const own = JSON.stringify(await exportPerson(db, await find()))
  for (const mark of ['標記甲名的提問', ...invoice]) expect(own).toContain(mark)
  const before = await everyRow()
  const booksBefore = await sums()
  const trial = await erase(true)
  expect(await everyRow()).toBe(before)
  const person = await find()
  expect(await erase()).toEqual(trial)
  expect(trial).toMatchObject({ orders: 1, members: 1, carts: 1, restock_requests: 1 })

  const after = await everyRow()
  for (const mark of [...Object.values(marks), ...invoice]) {
    expect(before).toContain(mark)
    expect(after).not.toContain(mark)
  }
  for (const mark of Object.values(others)) expect(after).toContain(mark)
  expect(await sums()).toEqual(booksBefore)
  expect(await findPerson(db, marks.email)).toBeUndefined()
  const { rows } = await run(`select subject_id from audit_entries where action = 'person.erase'`)
  expect(rows).toEqual([{ subject_id: String(person.customer) }])
})

async function ended(admin: TestAdministrator, id: string, state = 'done'): Promise<void> {
  const read = async () => (await admin.get(`/admin/run/${id}`)).body.run.state
  await expect.poll(read).toBe(state)
}

async function checkedImport(admin: TestAdministrator, rows: string): Promise<string> {
  const file = {
    name: 'file',
    filename: 'a.csv',
    bytes: Buffer.from(`訂單編號,物流公司,貨運單號\n${rows}`),
  }
  const url = `${shopPrefix}/admin/import/shipments`
  const response = await admin.inject({ method: 'POST', url, ...multipart([file]) })
  const { id } = response.json().run
  await ended(admin, id, 'ready')
  return id
}

it('takes tracking numbers out of runs and imports, those of others stay (PRIVACY-07)', async () => {
  const one = {
    name: '標記辛名',
    email: 'shipped@example.com',
    tel: '0922333444',
    address: '嘉義市',
  }
  const other = { ...one, name: '另一位', email: 'not-erased@example.com' }
  const [byRun, byImport, ofOther, waiting] = [
    await customer(one, one.email),
    await customer(one, 'shipped-2@example.com'),
    await customer(other, other.email),
    await customer(other, 'not-erased-2@example.com'),
  ].map(({ orderId }) => orderId)
  await run('update orders set owner = (select owner from orders where id = $1) where id = $2', [
    byRun,
    byImport,
  ])
  const admin = await openAdministrator(shop)
  const numbers = { [`${byRun}`]: 'MARKED-RUN', [`${ofOther}`]: 'OTHER-RUN' }
  const input = { carrier: 'tcat', tracking_numbers: numbers }
  const shipping = { kind: 'orders', action: 'ship', ids: [byRun, ofOther], input }
  await ended(admin, (await admin.post('/admin/run', shipping)).body.run.id)
  const rows = `${byImport},tcat,MARKED-IMPORT\n'${byRun},tcat,MARKED-FAULTY\n${waiting},tcat,OTHER-IMPORT\n`
  const imported = await checkedImport(admin, rows)
  expect((await admin.post(`/admin/run/${imported}/start`, { skips_errors: true })).status).toBe(
    200,
  )
  await ended(admin, imported)
  const again = await checkedImport(admin, rows)
  await run(`update orders set state = 'completed' where id = any($1)`, [[byRun, byImport]])

  const { db } = shop.database
  const person = await findPerson(db, one.email)
  if (!person) throw new Error('the person is not there')
  const before = await everyRow()
  await transaction(db, (tx) => erasePersonForGood(tx, commandLine, person, { isTrial: false }))
  const after = await everyRow()
  for (const mark of ['MARKED-RUN', 'MARKED-IMPORT', 'MARKED-FAULTY']) {
    expect(before).toContain(mark)
    expect(after).not.toContain(mark)
  }
  const kept = await run(
    `select input from runs where action = 'ship'
     union all select input from run_entries where subject_id = $1
     union all select to_jsonb(cells) from import_lines where run_id = $2`,
    [waiting, again],
  )
  expect(kept.rows.map((row) => row.input)).toEqual([
    { carrier: 'tcat', tracking_numbers: { [`${ofOther}`]: 'OTHER-RUN' } },
    {
      input: { carrier: 'tcat', tracking_number: 'OTHER-IMPORT' },
      seen: expect.any(String),
    },
    [waiting, 'tcat', 'OTHER-IMPORT'],
  ])
})

/** A leader of a team with pickup at home, a payout, a pardon and an account. */
async function leader() {
  const member = await openParticipant(shop)
  const campaign = await openCampaign(shop, { kind: 'team', delivery: 'leader' })
  const user = { name: '標記戊名', email: member.email, tel: '0912345678', address: '台北市' }
  const place = joinData(campaign, [1], { user, pickup_place: '標記社區管理室', via: '標記處' })
  const { status, body } = await member.post(`/campaign/${campaign.id}/group`, place)
  expect(status).toBe(200)
  const { order_id: orderId } = body.participation
  await run(
    `insert into commission_entries (id, leader_id, kind, amount, note, by)
     values ('payout', $1, 'paid', -1, '標記帳戶', 's:system')`,
    [member.uid],
  )
  await run(`insert into group_pardons (id, member_id, by) values ('pardon', $1, 's:system')`, [
    member.uid,
  ])
  await run(`insert into campaign_leaders (campaign_id, member_id) values ($1, $2)`, [
    campaign.id,
    member.uid,
  ])
  await run(
    `insert into campaign_sellers (id, campaign_id, member_id, code, shown_name)
     values ('seller', $1, $2, 'link', '標○○')`,
    [campaign.id, member.uid],
  )
  await run(`insert into refund_accounts values ($1, '700', '00012345678', '標記戊名')`, [orderId])
  await run(
    `update participations set shown_name = '標記○○', last_five = '97531' where order_id = $1`,
    [orderId],
  )
  const ofGroup = '(select id from groups where code = $1)'
  await run(`update groups set pay_ways = '{"transfer": "標記匯款"}' where code = $1`, [body.code])
  await run(
    `insert into leader_receipts (id, group_id, participation_id, order_id, amount, way, last_five,
        note, received_at, by)
      select 'receipt', ${ofGroup}, id, order_id, 1, 'transfer', '97531', '標記收款', now(), 'm:x'
      from participations where order_id = $2`,
    [body.code, orderId],
  )
  await run(
    `insert into leader_hand_overs (id, group_id, amount, way, last_five, note, by)
      values ('hand-over', ${ofGroup}, 1, 'transfer', '97531', '標記交款', 'm:x')`,
    [body.code],
  )
  return { member, campaign, code: String(body.code), orderId: String(orderId) }
}

it('exports and erases what a leader has said, once nobody waits for the place (PRIVACY-05, PRIVACY-07)', async () => {
  const { member, campaign, code, orderId } = await leader()
  const other = await openParticipant(shop)
  const joined = await other.post(`/group/${code}/participation`, joinData(campaign))
  const otherOrder = joined.body.participation.order_id
  const { db } = shop.database
  const person = await findPerson(db, member.email)
  if (!person) throw new Error('the person is not there')
  const exported = await exportPerson(db, person)
  expect(exported).toMatchObject({
    groups: [{ code, pickup_place: '標記社區管理室', pay_ways: { transfer: '標記匯款' } }],
    participations: [
      { order_id: orderId, shown_name: '標記○○', via: '標記處', last_five: '97531' },
    ],
    leader_receipts: [{ last_five: '97531', note: '標記收款' }],
    leader_hand_overs: [{ last_five: '97531', note: '標記交款' }],
    commission_entries: [{ note: '標記帳戶' }],
    group_pardons: [{ id: 'pardon' }],
    campaign_leaders: [{ campaign_id: campaign.id }],
    campaign_sellers: [{ shown_name: '標○○' }],
    refund_accounts: [{ holder: '標記戊名' }],
  })
  const erase = () =>
    transaction(db, (tx) => erasePersonForGood(tx, commandLine, person, { isTrial: false }))
  const complete = (id: string) => run(`update orders set state = 'completed' where id = $1`, [id])
  await complete(orderId)
  await expect(erase()).rejects.toThrow(otherOrder)
  await complete(otherOrder)
  const { rows: addresses } = await run('select user_address from orders where id = $1', [
    otherOrder,
  ])
  expect(addresses).toEqual([{ user_address: '團主取貨 標記社區管理室' }])
  const commission = () => run('select id, leader_id, kind, amount, at from commission_entries')
  const before = [await sums(), (await commission()).rows]
  await erase()
  const after = await everyRow()
  const marks = ['標記戊名', '標記社區', '標記處', '標記帳戶', '標記○○', '00012345678']
  for (const mark of [...marks, '標記匯款', '標記收款', '標記交款', '\t97531\t']) {
    expect(after).not.toContain(mark)
  }
  expect([await sums(), (await commission()).rows]).toEqual(before)
})

it('keeps the leader of a team whose orders have not ended, wherever the goods go (PRIVACY-06)', async () => {
  const leading = await openParticipant(shop)
  const campaign = await openCampaign(shop, { kind: 'team' })
  const opened = await leading.post(`/campaign/${campaign.id}/group`, joinData(campaign))
  const other = await openParticipant(shop)
  const joined = await other.post(`/group/${opened.body.code}/participation`, joinData(campaign))
  const { order_id: otherOrder } = joined.body.participation
  const complete = (id: string) => run(`update orders set state = 'completed' where id = $1`, [id])
  await complete(opened.body.participation.order_id)
  const { db } = shop.database
  const person = await findPerson(db, leading.email)
  if (!person) throw new Error('the person is not there')
  const erase = () =>
    transaction(db, (tx) => erasePersonForGood(tx, commandLine, person, { isTrial: false }))
  await expect(erase()).rejects.toThrow(otherOrder)
  await complete(otherOrder)
  expect(await erase()).toMatchObject({ members: 1 })
})

it('lets an erasure empty what never changes, and do nothing else to it (PRIVACY-07, ORDERLIFE-09)', async () => {
  const empty = `update order_events set detail = '{}'`
  const refused = [
    [`update order_events set detail = '{"total": 1}'`, true],
    [`update order_events set kind = 'note', detail = '{}'`, true],
    [`update commission_entries set note = '', amount = 0`, true],
    ['delete from order_events', true],
    ['delete from commission_entries', true],
    ['truncate order_events', true],
    [empty, false],
    [`update commission_entries set note = ''`, false],
  ] as const
  const attempt = (statement: string, isErasing: boolean) =>
    transaction(shop.database.db, async (tx) => {
      if (isErasing) await tx.execute(sql`select set_config('minmin.erasing', '1', true)`)
      await tx.execute(sql.raw(statement))
    })
  await attempt(empty, true)
  for (const [statement, isErasing] of refused) {
    const refusal = { cause: { message: expect.stringMatching(/append-only|never changed/) } }
    await expect(attempt(statement, isErasing), statement).rejects.toMatchObject(refusal)
  }
})

it('empties the callbacks of a person, of those that came since the first payment (PRIVACY-07)', async () => {
  const one = { name: '標記庚名', email: 'paid@example.com', tel: '0922333111', address: '宜蘭縣' }
  const { orderId } = await customer(one, one.email)
  await run(
    `update payments set trade_no = 'MMfirst0001', created_at = now() - interval '2 days'
     where order_id = $1`,
    [orderId],
  )
  await run(`update orders set state = 'completed' where id = $1`, [orderId])
  await run(
    `insert into gateway_callbacks (kind, body, network, received_at)
     select kind, convert_to(before || trade, 'UTF8'), 'n', now() - make_interval(days => age)
     from (values ('notify', 'MerchantTradeNo=', 'MMfirst0001', 1),
       ('notify', 'MerchantTradeNo=', 'MMfirst0001', 3),
       ('notify', 'MerchantTradeNo=', 'MMother0002', 1),
       ('line.notify', 'order: ', 'MMfirst0001', 1), ('line.notify', 'order: ', 'MMother0002', 1))
     as came (kind, before, trade, age)`,
  )
  const { db } = shop.database
  const person = await findPerson(db, one.email)
  if (!person) throw new Error('the person is not there')
  const erased = await transaction(db, (tx) =>
    erasePersonForGood(tx, commandLine, person, { isTrial: false }),
  )
  expect(erased).toMatchObject({ gateway_callbacks: 2 })
  const { rows } = await run(
    `select convert_from(body, 'UTF8') as body, body_hash is not null as hashed, network
     from gateway_callbacks order by id`,
  )
  expect(rows).toEqual([
    { body: '', hashed: true, network: '' },
    { body: 'MerchantTradeNo=MMfirst0001', hashed: false, network: 'n' },
    { body: 'MerchantTradeNo=MMother0002', hashed: false, network: 'n' },
    { body: '', hashed: true, network: '' },
    { body: 'order: MMother0002', hashed: false, network: 'n' },
  ])
  await run('delete from gateway_callbacks')
})

it('exports all of a person, nothing of another one and no hash, with the numbers of orders (PRIVACY-05, MEND-77)', async () => {
  const mine = {
    name: '標記乙名',
    email: 'mine@example.com',
    tel: '0933444555',
    address: '台南市標記街',
  }
  const { orderId } = await customer(mine, mine.email)
  const person = await findPerson(shop.database.db, mine.email)
  if (!person) throw new Error('the person is not there')
  const found = await exportPerson(shop.database.db, person)
  const text = JSON.stringify(found)
  expect(found.orders).toMatchObject([
    { id: orderId, contact_name: expect.stringContaining(mine.name) },
  ])
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining([
      'members',
      'orders',
      'order_lines',
      'carts',
      'payments',
      'mail_outbox',
    ]),
  )
  const number = expect.stringMatching(/^\d{6}-\d+$/)
  for (const table of ['order_lines', 'payments'] as const) {
    expect(found[table]?.[0]).toMatchObject({ order_id: orderId, order_number: number })
  }
  for (const mark of Object.values(mine)) expect(text).toContain(mark)
  expect(text).not.toMatch(/另一位|other@example|argon2|password_hash|token_hash/)
})

async function orderWith(email: string, shopper: Visitor): Promise<string> {
  await shopper.post('/cart', { product_id: await shop.product(), qty: 1 })
  const { orderId } = (await shopper.post('/order', { user: { ...marks, email }, message: '' }))
    .body
  await run(`update orders set state = 'completed' where id = $1`, [orderId])
  return String(orderId)
}

/** A mail without an order, a request for a mail and one for a product, each of this address. */
async function ownRowsOf(email: string): Promise<void> {
  await run(
    `insert into mail_outbox (recipient, subject, text_body, html_body, message_id)
     values ($1, '重設密碼', '標記連結', '標記連結', 'own ' || $1)`,
    [email],
  )
  await run(`insert into mail_requests (content) values (jsonb_build_object('email', $1::text))`, [
    email,
  ])
  await run(
    `insert into restock_requests (id, product_id, email) values (left(md5($1), 20), $2, $1)`,
    [email, await shop.product()],
  )
}

async function countOwnRows(email: string): Promise<number> {
  const { rows } = await run(
    `select (select count(*) from mail_outbox where message_id = 'own ' || $1)
      + (select count(*) from mail_requests where content ->> 'email' = $1)
      + (select count(*) from restock_requests where email = $1) as n`,
    [email],
  )
  return Number(rows[0].n)
}

async function personOf(named: string): Promise<Person> {
  const person = await findPerson(shop.database.db, named)
  if (!person) throw new Error('the person is not there')
  return person
}

const eraseForGood = (person: Person) =>
  transaction(shop.database.db, (tx) =>
    erasePersonForGood(tx, commandLine, person, { isTrial: false }),
  )

it('finds rows of a member by the own verified address and the own orders, by no other address (PRIVACY-04, PRIVACY-07)', async () => {
  const [victim, visitor] = ['victim@example.com', 'victim-guest@example.com']
  await verifiedMember(victim)
  const { username } = await openAdministrator(shop)
  const own = 'curious@example.com'
  const member = await verifiedMember(own)
  const foreign = [victim, visitor, username]
  for (const email of [own, ...foreign]) await ownRowsOf(email)
  const ids: string[] = []
  for (const email of foreign) ids.push(await orderWith(email, member))

  const file = (await member.get('/member/data')).body
  expect(file.mail_outbox).toContainEqual(
    expect.objectContaining({ recipient: own, subject: '重設密碼' }),
  )
  for (const mail of file.mail_outbox) {
    if (mail.recipient !== own) expect(ids).toContain(mail.order_id)
  }
  expect(file.restock_requests).toMatchObject([{ email: own }])
  expect(file).not.toHaveProperty('mail_requests')
  expect(JSON.stringify(file)).not.toMatch(/標記連結|text_body|html_body/)

  await eraseForGood(await personOf(own))
  for (const email of foreign) expect(await countOwnRows(email), email).toBe(3)
  expect(await countOwnRows(own)).toBe(0)
  const { rows } = await run('select from mail_outbox where order_id = any($1)', [ids])
  expect(rows).toEqual([])
})

it('finds nothing by the address of an account that nobody has verified (PRIVACY-04)', async () => {
  const email = 'not-mine@example.com'
  const member = await shop.member(email)
  await ownRowsOf(email)
  const file = (await member.get('/member/data')).body
  expect(file.members).toMatchObject([{ email }])
  expect(file).not.toHaveProperty('mail_outbox')
  expect(file).not.toHaveProperty('restock_requests')
})

it('finds rows of a guest by the address of the orders, unless an account has it (PRIVACY-05, PRIVACY-07)', async () => {
  const plain = 'plain-guest@example.com'
  await ownRowsOf(plain)
  const guest = await personOf(await orderWith(plain, shop.guest()))
  const file = await exportPerson(shop.database.db, guest)
  expect(file.mail_outbox).toContainEqual(expect.objectContaining({ subject: '重設密碼' }))
  expect(file).not.toHaveProperty('mail_requests')
  expect(JSON.stringify(file)).not.toMatch(/標記連結|text_body|html_body/)
  await eraseForGood(guest)
  expect(await countOwnRows(plain)).toBe(0)

  const account = 'dotted.account@gmail.com'
  await verifiedMember(account)
  const { username } = await openAdministrator(shop)
  for (const email of [account, username]) {
    await ownRowsOf(email)
    const id = await orderWith(email, shop.guest())
    await eraseForGood(await personOf(id))
    expect(await countOwnRows(email), email).toBe(3)
    const { rows } = await run('select user_email from orders where id = $1', [id])
    expect(rows).toEqual([{ user_email: erasedText }])
  }
})

it('finds rows of a guest by the typed address in small letters, too (PRIVACY-05, PRIVACY-07)', async () => {
  const email = 'capital.guest@example.com'
  await ownRowsOf(email)
  const guest = await personOf(await orderWith('Capital.Guest@Example.com', shop.guest()))
  const file = await exportPerson(shop.database.db, guest)
  expect(file.restock_requests).toMatchObject([{ email }])
  const owner = await openAdministrator(shop)
  const { mails } = (await owner.get(`/admin/customer/${guest.customer}/mails`)).body
  expect(mails).toContainEqual(expect.objectContaining({ subject: '重設密碼' }))
  await eraseForGood(guest)
  expect(await countOwnRows(email)).toBe(0)
})

it('leaves the cart that all guests share to the others (PRIVACY-05, PRIVACY-07)', async () => {
  const id = await orderWith('one-of-all@example.com', shop.guest())
  await run(`update orders set owner = 'g:shared' where id = $1`, [id])
  await run(`insert into carts (owner) values ('g:shared')`)
  const guest = await personOf(id)
  expect(await exportPerson(shop.database.db, guest)).not.toHaveProperty('carts')
  expect(await eraseForGood(guest)).toMatchObject({ orders: 1 })
  expect((await run(`select from carts where owner = 'g:shared'`)).rowCount).toBe(1)
})

it('gives the same of a guest from the page of the customer, audited and for 24 hours (PRIVACY-05)', async () => {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const user = { ...marks, name: '標記訪客', email: 'marked-guest@example.com' }
  const { orderId } = (await guest.post('/order', { user, message: '' })).body
  const [owner, other] = [await openAdministrator(shop), await openAdministrator(shop)]
  const { customers } = (await owner.get('/admin/customers?q=marked-guest')).body
  const [{ id }] = customers
  expect((await owner.post('/admin/customer/999999/data')).status).toBe(404)
  const { run: begun } = (await owner.post(`/admin/customer/${id}/data`)).body
  const made = async () => (await owner.get(`/admin/run/${begun.id}`)).body.run
  await expect.poll(async () => (await made()).state).toBe('done')
  expect((await made()).file).toMatch(new RegExp(`^person-${id}-.*\\.json$`))
  const file = await owner.get(`/admin/run/${begun.id}/file`)
  expect(file.body.orders).toMatchObject([
    { id: orderId, contact_name: expect.stringContaining(user.name) },
  ])
  expect((await other.get(`/admin/run/${begun.id}/file`)).status).toBe(404)
  const audited = async (action: string) =>
    (await owner.get(`/admin/audit?action=${action}`)).body.entries[0].subject
  expect(await audited('export.personal')).toMatchObject({ kind: 'customer', id })
  expect(await audited('export.fetch')).toMatchObject({ kind: 'run', title: '匯出個人資料' })
  await run('update run_files set expires_at = now() where run_id = $1', [begun.id])
  expect((await owner.get(`/admin/run/${begun.id}/file`)).body.code).toBe('EXPORT_GONE')
})

it('replaces the contact of orders five years after their end, and not a day before (PRIVACY-02, PRIVACY-03)', async () => {
  const old = { name: '標記丙名', email: 'old@example.com', tel: '0977888999', address: '花蓮市' }
  const { orderId } = await customer(old, old.email)
  const young = { ...old, name: '標記丁名', email: 'young@example.com' }
  const { orderId: youngId } = await customer(young, young.email)
  const end = (id: string, interval: string) =>
    run(`update orders set state = 'completed', state_since = now() - $2::interval where id = $1`, [
      id,
      interval,
    ])
  await end(orderId, '5 years 1 hour')
  await end(youngId, '4 years 364 days')
  const before = await sums()
  await sweepPersonalData(shop.database.db)
  const { rows } = await run(
    'select id, contact_name, user_email, user_tel, message from orders where id = any($1) order by id',
    [[orderId, youngId]],
  )
  expect(rows).toEqual([
    {
      id: orderId,
      contact_name: erasedText,
      user_email: erasedText,
      user_tel: erasedText,
      message: '',
    },
    {
      id: youngId,
      contact_name: expect.stringContaining(young.name),
      user_email: young.email,
      user_tel: young.tel,
      message: expect.any(String),
    },
  ])
  expect(await sums()).toEqual(before)
  const { n } =
    (
      await shop.database.db.execute<{ n: number }>(
        sql`select count(*)::int as n from order_lines where order_id = ${orderId}`,
      )
    ).rows[0] ?? {}
  expect(n).toBe(1)
})

it('keeps the contact of orders for the years of the setting (PRIVACY-02)', async () => {
  const set = (values: string) =>
    run(
      `insert into settings ("group", version, "values", updated_by) values ('privacy', 1, $1, 's:system')
       on conflict ("group") do update set "values" = excluded."values"`,
      [values],
    )
  const one = { name: '標記己名', email: 'two@example.com', tel: '0966111222', address: '台東市' }
  const { orderId } = await customer(one, one.email)
  await run(
    `update orders set state = 'completed', state_since = now() - interval '3 years 1 hour'
     where id = $1`,
    [orderId],
  )
  const contact = async () =>
    (await run('select user_email from orders where id = $1', [orderId])).rows[0].user_email
  await sweepPersonalData(shop.database.db)
  expect(await contact()).toBe(one.email)
  await set('{"keeps_years": 3}')
  await sweepPersonalData(shop.database.db)
  expect(await contact()).toBe(erasedText)
  await set('{}')
})

it('forgets the place of a leader, and how the leader was paid, five years after the end of the team, and not before (PRIVACY-02)', async () => {
  const ended = async (interval: string) => {
    const { groupId } = await openCampaign(shop)
    await run(
      `update groups set pickup_place = '老地方', pay_ways = '{"cash": "面交"}', state = 'failed',
        outcome = 'failed', decided_at = now(), expires_at = now() - $2::interval where id = $1`,
      [groupId, interval],
    )
    return groupId
  }
  const [old, young] = [await ended('5 years 1 hour'), await ended('4 years 364 days')]
  await sweepPersonalData(shop.database.db)
  const { rows } = await run(
    'select id, pickup_place, pay_ways from groups where id = any($1) order by id',
    [[old, young]],
  )
  expect(rows).toEqual([
    { id: old, pickup_place: '', pay_ways: null },
    { id: young, pickup_place: '老地方', pay_ways: { cash: '面交' } },
  ])
})

it('removes tokens after 400 days without use, and bodies of callbacks after 180 (PRIVACY-02)', async () => {
  const { uid } = await shop.member('tokens@example.com')
  for (const [hash, days] of [
    ['old', 401],
    ['young', 399],
  ] as const) {
    await run(
      `insert into refresh_tokens (token_hash, uid, session_version, auth_time, last_used_at)
       values ($1, $2, 0, now(), now() - make_interval(days => $3))`,
      [hash, uid, days],
    )
    await run(
      `insert into gateway_callbacks (kind, body, network, received_at)
       values ('notify', convert_to($1, 'UTF8'), 'n', now() - make_interval(days => $2))`,
      [hash, days - 220],
    )
  }
  await sweepPersonalData(shop.database.db)
  await sweepExpired(shop.database.db, createLog({ logLevel: 'silent' }))
  const tokens = await run(
    `select token_hash from refresh_tokens where token_hash in ('old', 'young')`,
  )
  expect(tokens.rows).toEqual([{ token_hash: 'young' }])
  const bodies = await run(
    `select convert_from(body, 'UTF8') as body, network from gateway_callbacks order by id`,
  )
  expect(bodies.rows).toEqual([
    { body: '', network: '' },
    { body: 'young', network: 'n' },
  ])
})
