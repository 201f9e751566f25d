import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ExportKind, personalExportKinds } from '#contract/file-kinds.ts'
import { sweepExpired } from '../db/housekeeping.ts'
import { createId } from '../db/id.ts'
import { adminSessions } from '../db/tables/admin.ts'
import { auditEntries } from '../db/tables/audit.ts'
import { runFileParts, runFiles } from '../db/tables/files.ts'
import { unguardCell } from '../input/csv-cells.ts'
import { createLog } from '../log.ts'
import { workRun } from '../runs/work-run.ts'
import { parseCsv } from '../testing/parse-csv.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'

import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let accountant: TestAdministrator
beforeAll(async () => {
  const invoices = { ECPAY_STAGE: '1', ECPAY_INVOICE_MERCHANT_ID: '2000132' }
  shop = await openTestShop({ env: { DEVELOPMENT: '1', ...invoices } })
  owner = await openAdministrator(shop)
  accountant = await openStaff(shop, 'accountant')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query('delete from runs')
})

const start = (kind: ExportKind, request: object = {}, by = owner) =>
  by.post('/admin/export', { kind, ...request })
const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })
const fetchFile = (id: string, by = owner) =>
  by.inject({ method: 'GET', url: `${shopPrefix}/admin/run/${id}/file` })

async function exported(kind: ExportKind, request: object = {}, by = owner) {
  const { status, body } = await start(kind, request, by)
  expect(status).toBe(200)
  await work(body.run.id)
  return { id: body.run.id, file: await fetchFile(body.run.id, by) }
}

async function rowsOf(kind: ExportKind, request: object = {}, by = owner) {
  const { file } = await exported(kind, request, by)
  expect(file.statusCode).toBe(200)
  return parseCsv(file.body).map((cells) => cells.map(unguardCell))
}

async function order(productId: string): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: productId, qty: 2 })
  return (await guest.post('/order', orderData)).body.orderId
}

const headings: Record<ExportKind, string> = {
  products:
    '編號,標題,分類,單位,原價,售價,啟用,主圖網址,圖片網址 1,圖片網址 2,圖片網址 3,圖片網址 4,圖片網址 5,內容,描述,規格編號,貨號,條碼,重量（公克）,尺寸（公釐）,溫層,不適用鑑賞期的原因,規格名稱 1,選項 1,規格名稱 2,選項 2,規格名稱 3,選項 3,規格圖片網址,規格,可售,建立時間',
  stock: '商品編號,商品,庫存,已保留,可售,備註',
  coupons:
    '編號,名稱,優惠碼,折扣數,到期日,啟用,開始日,總次數,每人次數,最低金額,限首購,適用分類,適用商品,可用於團購,已使用',
  orders:
    '訂單編號,系統編號,訂單日期,訂單狀態,付款狀態,付款方式,付款日期,訂購人,電子信箱,電話,地址,備註,商品,件數,商品金額,折扣,運費,訂單金額,已退款,優惠碼,物流公司,貨運單號,團購,郵遞區號,縣市,鄉鎮市區,配送方式,取貨地點,待補款,併單訂單,購物金與點數',
  order_lines:
    '訂單編號,系統編號,訂單日期,訂單狀態,商品編號,商品,分類,單位,單價,數量,原金額,折扣後金額,貨號',
  invoices: '類型,時間,發票號碼,折讓單號,訂單編號,種類,統一編號,應稅（含稅）,免稅,金額,備註',
  customers: '顧客編號,姓名,電子信箱,電話,會員,訂單數,消費金額,首次訂購,最近訂購,標籤',
  participants:
    '活動,團編號,訂單編號,系統編號,參加者,電話,商品,數量,金額,狀態,加入時間,已取貨,幫賣',
  subscribers: '電子信箱,訂閱時間,確認時間,同意內容',
  audit: '時間,成員,角色,動作,對象,對象編號,變更前,變更後,來源',
}
const personal = [
  ...['訂購人', '電子信箱', '電話', '地址', '備註', '參加者', '姓名'],
  ...['郵遞區號', '縣市', '鄉鎮市區', '取貨地點'],
]

describe('the columns', () => {
  it.each(Object.entries(headings))(
    'of %s are those of the table (CSV-01)',
    async (name, words) => {
      const kind = name as ExportKind
      const [all] = await rowsOf(kind, { is_personal: true })
      expect(all?.join(',')).toBe(words)
      const [plain] = await rowsOf(kind, {}, accountant)
      const isTold = personalExportKinds.includes(kind)
      const left = words.split(',').filter((word) => !(isTold && personal.includes(word)))
      expect(plain).toEqual(left)
    },
  )

  it('of invoices are there as long as the shop issues them (CSV-01)', async () => {
    const turn = (mode: string, version: number) =>
      owner.put('/admin/settings/invoice', { version, values: { mode, when: 'shipping' } })
    expect((await turn('on', 0)).status).toBe(200)
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const carrier = { carrier_type: 'mobile', carrier: '/ABC+123' }
    const company = { kind: 'company', tax_id: '04595257', title: '小農', ...carrier }
    const { orderId } = (await guest.post('/order', { ...orderData, invoice: company })).body
    const own = ['發票類型', '統一編號', '發票抬頭', '發票載具', '捐贈碼']
    const [heading, row] = await rowsOf('orders', { is_personal: true, ids: [orderId] })
    expect(heading?.slice(-5)).toEqual(own)
    expect(row?.slice(-5)).toEqual(['公司', '04595257', '小農', '手機條碼 /ABC+123', ''])
    const [plain] = await rowsOf('orders', { ids: [orderId] }, accountant)
    expect(plain?.at(-1)).toBe('發票類型')
    expect((await turn('none', 1)).status).toBe(200)
  })

  it('that tell who somebody is need the right to them (CSV-01, STAFF-03)', async () => {
    expect((await start('orders', { is_personal: true }, accountant)).status).toBe(403)
    const manager = await openStaff(shop, 'manager')
    expect((await start('orders', { is_personal: true }, manager)).status).toBe(200)
    expect((await start('audit', {}, manager)).status).toBe(403)
    const viewer = await openStaff(shop, 'viewer')
    expect((await start('products', {}, viewer)).status).toBe(403)
  })

  it('that tell who somebody is need a proof of password, made and fetched, and both are recorded (STAFF-16, AUDIT-08)', async () => {
    const manager = await openStaff(shop, 'manager')
    const { id } = await exported('orders', { is_personal: true }, manager)
    await shop.database.db
      .update(adminSessions)
      .set({ confirmedAt: sql`now() - interval '1 hour'` })
      .where(eq(adminSessions.uid, manager.uid))
    const refused = await start('orders', { is_personal: true }, manager)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect((await fetchFile(id, manager)).json()).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    const plain = await exported('orders', {}, manager)
    expect(plain.file.statusCode).toBe(200)
    const entries = await shop.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, manager.uid))
      .orderBy(asc(auditEntries.id))
    const told = entries
      .map(({ action }) => action)
      .filter((action) => action.startsWith('export.'))
    expect(told).toEqual(['export.personal', 'export.fetch'])
    expect(entries.find(({ action }) => action === 'export.fetch')).toMatchObject({
      subjectKind: 'run',
      subjectId: id,
      subjectTitle: '匯出訂單',
    })
  })
})

describe('a file', () => {
  it('is UTF-8 with BOM, CRLF, and a download of the right name (CSV-02, CSV-03)', async () => {
    const title = '=HYPERLINK("x"), 兩行\n茶'
    const id = await shop.product({
      title,
      imageUrl: '/uploads/a.jpg',
      imagesUrl: ['', 'https://x.tw/b.jpg'],
    })
    const { file } = await exported('products', { ids: [id] })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['cache-control']).toBe('no-store')
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="products-\d{8}-\d{4}\.csv"; /,
    )
    const line = `'${id},"'=HYPERLINK(""x""), 兩行\n茶",茶與咖啡,個,1200,1000,是,http://shop.test/uploads/a.jpg,,https://x.tw/b.jpg,,,,厚實杯身,<p>粗陶</p>,,`
    const [heading, ...rest] = file.body.split('\r\n')
    expect(heading).toBe(`\uFEFF${headings.products}`)
    expect(rest.join('\r\n')).toContain(line)
    expect(file.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(file.body.endsWith('\r\n')).toBe(true)
  })

  it('of orders tells what became of goods and money, by the number of the order and its id (CSV-01, MEND-77)', async () => {
    const id = await order(await shop.product({ title: '茶' }))
    await owner.put(`/admin/order/${id}`, { is_paid: true })
    await owner.post(`/admin/order/${id}/parcel`, { carrier: 'tcat', tracking_number: 'AB-1' })
    const [heading = [], row = []] = await rowsOf('orders', { ids: [id], is_personal: true })
    const cells = Object.fromEntries(heading.map((word, position) => [word, row[position]]))
    expect(cells).toMatchObject({
      ...{
        訂單編號: expect.stringMatching(/^\d{6}-\d+$/),
        系統編號: id,
        訂單狀態: '已出貨',
        付款狀態: '已付款',
        訂購人: '王小明',
      },
      ...{ 電話: '0912345678', 備註: '請放管理室', 商品: '茶 × 2', 件數: '2', 商品金額: '2000' },
      ...{
        折扣: '0',
        運費: '0',
        訂單金額: '2000',
        已退款: '0',
        物流公司: '黑貓宅急便',
        貨運單號: 'AB-1',
      },
    })
    expect(cells.訂單日期).toMatch(/^\d{4}\/\d\d\/\d\d$/)
    expect(await rowsOf('order_lines', { ids: [id] })).toMatchObject([
      headings.order_lines.split(','),
      [
        cells.訂單編號,
        id,
        cells.訂單日期,
        '已出貨',
        expect.any(String),
        '茶',
        '茶與咖啡',
        '個',
        '1000',
        '2',
        '2000',
        '2000',
        '',
      ],
    ])
  })

  it('of orders keeps when an order was paid that is refunded as a whole, so that its columns add up (CSV-01)', async () => {
    const id = await order(await shop.product())
    await owner.put(`/admin/order/${id}`, { is_paid: true })
    const [heading = [], paid = []] = await rowsOf('orders', { ids: [id] })
    const refund = await owner.post(`/admin/order/${id}/refund`, { amount: 2000, reason: '缺貨' })
    const remitted = { remitted_on: '2026-11-21', account_last5: '12345' }
    await owner.post(`/admin/refund/${refund.body.data.id}/done`, remitted)
    const [, refunded = []] = await rowsOf('orders', { ids: [id] })
    const cell = (row: string[], word: string) => row[heading.indexOf(word)]
    expect(cell(refunded, '付款狀態')).toBe('已退款')
    expect(cell(refunded, '已退款')).toBe('2000')
    expect(cell(paid, '付款日期')).toMatch(/^\d{4}\//)
    for (const word of ['付款日期', '付款方式']) {
      expect(cell(refunded, word)).toBe(cell(paid, word))
    }
    const ofMethod = async (method: string) =>
      (await rowsOf('orders', { filter: { method, payment: 'refunded' } })).map(([, id]) => id)
    expect(await ofMethod('manual')).toContain(id)
    expect(await ofMethod('transfer')).not.toContain(id)
  })

  it('of orders has one row for two payments, and what is still owed since a change (AFTER-08) (CSV-01)', async () => {
    const productId = await shop.product({ price: 1_000 })
    const id = await order(productId)
    await owner.put(`/admin/order/${id}`, { is_paid: true })
    const changeTo = (qty: number) =>
      owner.put(`/admin/order/${id}/lines`, {
        ...{ lines: [{ product_id: productId, qty }], expected_difference: 1_000 },
      })
    await changeTo(3)
    await owner.post(`/admin/order/${id}/balance`, { amount: 1_000 })
    await changeTo(4)
    const [heading = [], ...found] = await rowsOf('orders', { ids: [id] })
    expect(found).toHaveLength(1)
    const cell = (word: string) => found[0]?.[heading.indexOf(word)]
    expect([cell('訂單金額'), cell('待補款'), cell('付款狀態')]).toEqual(['4000', '1000', '已付款'])
    const ofBalance = (await rowsOf('orders', { filter: { balance: 'due' } })).map(([, id]) => id)
    expect(ofBalance).toContain(id)
  })

  it('of orders has no refund of money that never counted for a paid order (CSV-01)', async () => {
    const id = await order(await shop.product())
    await owner.put(`/admin/order/${id}`, { is_paid: true })
    const [heading = [], paid = []] = await rowsOf('orders', { ids: [id] })
    const at = (word: string) => heading.indexOf(word)
    const payment = createId()
    await shop.database.pool.query(
      `insert into payments (id, order_id, provider, method, amount, status, reference, counts)
       values ($2, $1, 'ecpay', 'card', 2000, 'succeeded', $2, false)`,
      [id, payment],
    )
    for (const state of ['queued', 'done']) {
      await shop.database.pool.query(
        `insert into refunds (id, order_id, payment_id, amount, reason, state, done_at)
         values ($3, $1, $2, 700, '重複付款', $4, case when $4 = 'done' then now() end)`,
        [id, payment, createId(), state],
      )
      expect((await rowsOf('orders', { ids: [id] }))[1]).toEqual(paid)
    }
    // A refund of the counting payment is the only one that is exported.
    const own = await owner.post(`/admin/order/${id}/refund`, { amount: 300, reason: '破損' })
    const remitted = { remitted_on: '2026-11-21', account_last5: '12345' }
    await owner.post(`/admin/refund/${own.body.data.id}/done`, remitted)
    const expected = paid.with(at('付款狀態'), '部分退款').with(at('已退款'), '300')
    expect((await rowsOf('orders', { ids: [id] }))[1]).toEqual(expected)
  })

  it('of customers has what their orders come to (CSV-01)', async () => {
    const id = await order(await shop.product())
    await owner.put(`/admin/order/${id}`, { is_paid: true })
    const filter = { q: '王小明' }
    const [, row = []] = await rowsOf('customers', { filter, is_personal: true })
    expect(row.slice(1, 5)).toEqual(['王小明', 'ming@example.com', '0912345678', '否'])
    expect(Number(row[6])).toBeGreaterThanOrEqual(2000)
  })

  it('of participants has those of one campaign (CSV-01, MEND-77)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3 })
    await openCampaign(shop, { minTarget: 3 })
    const member = await openParticipant(shop)
    await member.post(`/group/${campaign.code}/participation`, joinData(campaign, [2]))
    const rows = await rowsOf('participants', {
      filter: { campaign: campaign.id },
      is_personal: true,
    })
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({ 1: campaign.groupId, 7: '2', 9: '已跟團', 11: '否' })
    expect(rows[1]?.[2]).toMatch(/^\d{6}-\d+$/)
    expect(await rowsOf('participants', { filter: { campaign: '-none' } })).toHaveLength(1)
  })

  it('of the audit has what its page shows, in words (AUDIT-09)', async () => {
    const id = await shop.product({ title: '稽核茶' })
    const input = { title: '稽核茶', category: '茶', unit: '包', origin_price: 9, price: 8 }
    await owner.put(`/admin/product/${id}`, input)
    const filter = { q: '稽核茶', action: 'product.update', from: '', page: '2' }
    const [, row = [], ...more] = await rowsOf('audit', { filter })
    expect(more).toEqual([])
    expect(row.slice(2, 6)).toEqual(['店主', '變更產品', '稽核茶', id])
    expect(JSON.parse(row[7] ?? '')).toMatchObject({ price: 8 })
    expect((await start('audit', { filter: { from: '2026-02-30' } })).status).toBe(400)
    expect((await start('audit', { filter: { action: 'x' } })).status).toBe(400)
  })

  it('holds what the filter of its list finds, in the order of ids (CSV-05)', async () => {
    await shop.database.pool.query('update products set deleted_at = now()')
    const ids = []
    for (let n = 0; n < 600; n++) ids.push(await shop.product({ category: n % 3 ? '甲類' : '乙' }))
    const [, ...rows] = await rowsOf('products', { filter: { category: '甲', sort: 'price' } })
    expect(rows.map(([id]) => id)).toEqual(ids.filter((_, n) => n % 3))
    const some = [ids[9] ?? '', ids[3] ?? '', ids[1] ?? '']
    const [, ...picked] = await rowsOf('products', { ids: some, filter: { category: '乙' } })
    expect(picked.map(([id]) => id)).toEqual([ids[3], ids[9]])
    for (const filter of [{ nonsense: '1' }, { archived: 'x' }]) {
      expect((await start('orders', { filter })).status).toBe(400)
    }
    expect((await start('stock', { filter: { stock: 'much' } })).status).toBe(400)
  })

  it('holds it for full-width characters too (CSV-05)', async () => {
    const title = '（新品）ＡＢ茶杯：大'
    const id = await shop.product({ title, category: '茶（春）' })
    await shop.product({ title: '新品', category: '茶' })
    await owner.put(`/admin/stock/${id}`, { on_hand: 7, reason: 'counted' })
    const idsOf = async (kind: ExportKind, filter: object, column = 0) =>
      (await rowsOf(kind, { filter })).slice(1).map((cells) => cells[column])
    expect(await idsOf('products', { category: '茶（春）' })).toEqual([id])
    for (const q of [title, '(新品)A', 'ab茶']) {
      expect([q, await idsOf('products', { q })]).toEqual([q, [id]])
      expect([q, await idsOf('stock', { q })]).toEqual([q, [id]])
      const audited = await idsOf('audit', { q, kind: 'product' }, 5)
      expect([q, new Set(audited)]).toEqual([q, new Set([id])])
    }
    await order(id)
    const [{ id: num }] = (await owner.get('/admin/customers?q=ming@example.com')).body.customers
    await owner.put(`/admin/customer/${num}`, { tags: ['常客（春）'] })
    expect(await idsOf('customers', { tag: '常客（春）', q: 'ｍｉｎｇ＠' })).toEqual([num])
  })

  it('is of one moment: what changes while it is written is not in it (CSV-05)', async () => {
    await shop.database.pool.query('update products set deleted_at = now()')
    for (let n = 0; n < 300; n++) await shop.product({ price: 1 })
    const { body } = await start('products')
    let isChanged = false
    const { actions } = shop.runs
    const find = (kind: string, name: string) => {
      const action = actions.find(kind, name)
      return (
        action && {
          ...action,
          work: (
            run: Parameters<NonNullable<typeof action.work>>[0],
            progress: Parameters<NonNullable<typeof action.work>>[1],
          ) =>
            action.work?.(run, {
              ...progress,
              async report(done) {
                if (!isChanged) await shop.database.pool.query('update products set price = 2')
                isChanged = true
                return progress.report(done)
              },
            }) ?? Promise.resolve(),
        }
      )
    }
    await workRun({ ...shop.runs, actions: { find } }, body.run.id, {
      signal: new AbortController().signal,
      isLast: true,
    })
    expect(isChanged).toBe(true)
    const file = await fetchFile(body.run.id)
    const prices = parseCsv(file.body)
      .slice(1)
      .map((cells) => cells[5])
    expect(new Set(prices)).toEqual(new Set(['1']))
    expect(prices).toHaveLength(300)
  })

  it('of more than 200,000 rows is refused (CSV-05)', async () => {
    // In parts that a loaded machine writes within the time limit of a statement.
    for (let part = 0; part < 3; part++) {
      await shop.database.pool.query(
        `insert into audit_entries (actor_name, action, subject_kind, subject_title, before, after)
         select 'x', 'product.update', 'many', 'x', '{}', '{}' from generate_series(1, 66667)`,
      )
    }
    const { status, body } = await start('audit', { filter: { kind: 'many' } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'EXPORT_TOO_LARGE', message: '超過 200,000 筆，請縮小條件' })
  })

  it('can be fetched for 24 hours by its maker, while the right lasts; then nothing is left (CSV-06)', async () => {
    const manager = await openStaff(shop, 'manager')
    const { id } = await exported('products', {}, manager)
    expect((await fetchFile(id, manager)).statusCode).toBe(200)
    expect((await fetchFile(id, owner)).statusCode).toBe(404)
    const { db, pool } = shop.database
    await pool.query(`update administrators set role = 'viewer' where uid = $1`, [manager.uid])
    expect((await fetchFile(id, manager)).statusCode).toBe(403)
    await pool.query(`update administrators set role = 'manager' where uid = $1`, [manager.uid])
    await sweepExpired(db, createLog(shop.config))
    expect(await db.$count(runFileParts)).toBeGreaterThan(0)
    await pool.query(`update run_files set expires_at = expires_at - interval '24 hours'`)
    const gone = await fetchFile(id, manager)
    expect([gone.statusCode, gone.json().message]).toEqual([410, '檔案已過期'])
    await sweepExpired(db, createLog(shop.config))
    expect([await db.$count(runFiles), await db.$count(runFileParts)]).toEqual([0, 0])
    expect((await fetchFile(id, manager)).statusCode).toBe(410)
  })

  it('is told of to its maker alone, and that it has expired (CSV-06)', async () => {
    const manager = await openStaff(shop, 'manager')
    const { id } = await exported('products', {}, manager)
    const shownTo = async (by: TestAdministrator) => {
      const { run } = (await by.get(`/admin/run/${id}`)).body
      const [listed] = (await by.get('/admin/runs')).body.runs
      return [run.has_file, listed.has_file]
    }
    expect(await shownTo(manager)).toEqual([true, true])
    expect(await shownTo(owner)).toEqual([undefined, undefined])
    await shop.database.pool.query(`update run_files set expires_at = now()`)
    expect(await shownTo(manager)).toEqual([false, false])
  })

  it('with personal columns is gone as soon as somebody is erased (PRIVACY-07)', async () => {
    const email = 'erased-from-files@example.com'
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const user = { ...orderData.user, email }
    await guest.post('/order', { ...orderData, user })
    await shop.database.pool.query(`update orders set state = 'completed' where user_email = $1`, [
      email,
    ])
    const personal = await exported('orders', { is_personal: true })
    expect(personal.file.body).toContain(email)
    const plain = await exported('products')
    // One that is being written has read the person already.
    const begun = (await start('customers', { is_personal: true })).body.run.id
    await shop.database.pool.query(`update runs set state = 'running' where id = $1`, [begun])
    const [customer] = (await owner.get(`/admin/customers?q=${email}`)).body.customers
    const erase = { customer_id: customer.id }
    expect((await owner.post(`/admin/customer/${customer.id}/erase`, erase)).status).toBe(200)
    expect((await fetchFile(personal.id)).statusCode).toBe(410)
    expect((await fetchFile(plain.id)).statusCode).toBe(200)
    expect((await owner.get(`/admin/run/${begun}`)).body.run.state).toBe('queued')
    const { rows } = await shop.database.pool.query('select run_id from run_files')
    expect(rows).toEqual([{ run_id: plain.id }])
  })

  it('keeps what was searched for as long as it is written, and no longer (PRIVACY-07)', async () => {
    const filter = { q: '王小明', tag: '熟客', orders_min: '1' }
    const { body } = await start('customers', { filter })
    const kept = async (id: string) =>
      (await shop.database.pool.query('select input from runs where id = $1', [id])).rows[0].input
    expect((await kept(body.run.id)).filter).toEqual(filter)
    await work(body.run.id)
    expect((await owner.get(`/admin/run/${body.run.id}`)).body.run.state).toBe('done')
    expect((await kept(body.run.id)).filter).toEqual({ orders_min: '1' })
    const stopped = (await start('customers', { filter })).body.run.id
    await owner.post(`/admin/run/${stopped}/cancel`)
    expect((await kept(stopped)).filter).toEqual({ orders_min: '1' })
  })

  it('of a stopped export does not exist, and one written twice exists once (CSV-06)', async () => {
    const { body } = await start('products')
    expect((await fetchFile(body.run.id)).statusCode).toBe(404)
    await owner.post(`/admin/run/${body.run.id}/cancel`)
    await work(body.run.id)
    expect((await fetchFile(body.run.id)).statusCode).toBe(404)
    const { id, file } = await exported('products')
    // As if it had died before its end was written.
    await shop.database.pool.query(`update runs set state = 'running' where id = $1`, [id])
    await work(id)
    expect((await fetchFile(id)).body).toBe(file.body)
  })
})
