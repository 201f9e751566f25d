import { type AddressInfo, connect } from 'node:net'
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileEncoding, ImportKind } from '#contract/file-kinds.ts'
import { sweepExpired } from '../db/housekeeping.ts'
import { auditEntries } from '../db/tables/audit.ts'
import { products } from '../db/tables/catalog.ts'
import { coupons } from '../db/tables/coupons.ts'
import { importLines } from '../db/tables/files.ts'
import { orders } from '../db/tables/orders.ts'
import { runs } from '../db/tables/runs.ts'
import { stock, stockMovements } from '../db/tables/stock.ts'
import { type CsvCell, PlainCell, toCsv } from '../http/csv.ts'
import { createLog } from '../log.ts'
import { takenPlaces } from '../metrics/metrics.ts'
import { workRun } from '../runs/work-run.ts'
import { encodeBig5 } from '../testing/big5.ts'
import { turnsDuring } from '../testing/event-loop-turns.ts'
import { parseCsv } from '../testing/parse-csv.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { stockDisagreements } from '../testing/stock-disagreements.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { multipart } from '../testing/test-pictures.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../testing/test-shop.ts'
import { productImport } from './product-import.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query('delete from runs')
  await shop.database.pool.query('update products set deleted_at = now()')
  await shop.database.pool.query('update coupons set deleted_at = now()')
})

async function send(kind: ImportKind, bytes: Buffer | string, encoding?: FileEncoding, by = owner) {
  const form = multipart([
    ...(encoding ? [{ name: 'encoding', bytes: encoding }] : []),
    { name: 'file', filename: 'a.csv', bytes: Buffer.from(bytes) },
  ])
  const url = `${shopPrefix}/admin/import/${kind}`
  const response = await by.inject({ method: 'POST', url, ...form })
  return { status: response.statusCode, body: response.json() }
}
const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })
const read = async (id: string, query = '') =>
  (await owner.get(`/admin/run/${id}/lines${query}`)).body

/** A file that was read and checked. */
async function dryRun(kind: ImportKind, rows: CsvCell[][], by = owner) {
  const { status, body } = await send(kind, toCsv(rows), undefined, by)
  expect(status, JSON.stringify(body)).toBe(200)
  await work(body.run.id)
  return { id: body.run.id as string, ...(await read(body.run.id)) }
}
const start = (id: string, data: object = {}) => owner.post(`/admin/run/${id}/start`, data)
async function imported(kind: ImportKind, rows: CsvCell[][]) {
  const { id } = await dryRun(kind, rows)
  expect((await start(id, { skips_errors: true })).status).toBe(200)
  await work(id)
  return { id, ...(await owner.get(`/admin/run/${id}`)).body }
}
async function undo(id: string) {
  expect((await owner.post(`/admin/run/${id}/undo`)).status).toBe(200)
  await work(id)
  return (await owner.get(`/admin/run/${id}`)).body
}
async function exportedFile(kind: string): Promise<Buffer> {
  const { body } = await owner.post('/admin/export', { kind })
  await work(body.run.id)
  const url = `${shopPrefix}/admin/run/${body.run.id}/file`
  return (await owner.inject({ method: 'GET', url })).rawPayload
}

const heading = ['編號', '標題', '分類', '單位', '原價', '售價', '啟用']
const line = (title: string, price: string | number = 80) => [
  '',
  title,
  '茶',
  '包',
  100,
  price,
  '是',
]
const titles = async () => {
  const { body } = await owner.get('/admin/products/all')
  return Object.values(body.products as Record<string, { title: string }>).map(({ title }) => title)
}
const productRow = async (id: string) =>
  (await shop.database.db.select().from(products).where(eq(products.id, id)))[0]
const reasons = (lines: { errors: { column: string; reason: string }[] }[]) =>
  lines.map(({ errors }) => errors.map(({ column, reason }) => `${column}：${reason}`))

describe('reading a file', () => {
  it('gives the same rows in every encoding, and the first five of them (CSV-08)', async () => {
    const text = toCsv([
      heading,
      ...['甲', '乙', '丙', '丁', '戊', '己'].map((title) => line(title)),
    ])
    const tabbed = text.slice(1).replaceAll(',', '\t')
    const files: [Buffer, FileEncoding?][] = [
      [Buffer.from(text)],
      [Buffer.from(text.slice(1))],
      [Buffer.from(`\uFEFF${tabbed}`, 'utf16le')],
      [encodeBig5(text.slice(1))],
      [encodeBig5(text.slice(1)), 'big5'],
      [Buffer.from(text), 'utf-8'],
    ]
    for (const [file, encoding] of files) {
      const { status, body } = await send('products', file, encoding)
      expect(status).toBe(200)
      expect(body.run).toMatchObject({ state: 'checking', kind: 'products', total: 6 })
      expect(body.sample).toHaveLength(6)
      expect(body.sample[0]).toEqual(heading)
      expect(body.sample[5][1]).toBe('戊')
    }
    const wrong = await send('products', encodeBig5(text.slice(1)), 'utf-8')
    expect([wrong.status, wrong.body.message]).toEqual([400, '無法辨識檔案編碼'])
    expect((await send('products', Buffer.from([0x80, 0xff, 0x80]))).body.code).toBe(
      'IMPORT_ENCODING',
    )
  })

  it('reads の, ① and 堃 of Big5, and refuses a cell with a character that nobody knows (MEND-70)', async () => {
    const words = heading.join(',')
    const bytes = Buffer.concat([
      encodeBig5(`${words}\n,`),
      Buffer.from('c755c6a1fb69', 'hex'),
      encodeBig5(',茶,包,100,80,是\n,茶'),
      Buffer.from('8140', 'hex'),
      encodeBig5(',茶,包,100,80,是\n'),
    ])
    const { body } = await send('products', bytes)
    await work(body.run.id)
    const { lines } = await read(body.run.id)
    expect(lines.map(({ line, title }: { line: number; title: string }) => [line, title])).toEqual([
      [2, 'の①堃'],
      [3, '茶\uFFFD@'],
    ])
    expect(reasons(lines)).toEqual([
      [],
      ['標題：「茶□@」有無法辨識的字元（□），請改正後以 UTF-8 存檔'],
    ])
  })

  /** The pair of an emoji lies on both sides of the cut. */
  const cutAt = (length: number, letter = 'x') => `${letter.repeat(length - 1)}😀`

  it.each<[ImportKind, string[][], string[]]>([
    [
      'products',
      [
        [...heading, cutAt(100)],
        [cutAt(40), ...line(cutAt(200)).slice(1).map(String)],
      ],
      [`編號：找不到「${'x'.repeat(39)}」`],
    ],
    [
      'shipments',
      [
        ['訂單編號', '物流公司', '貨運單號'],
        [cutAt(40), cutAt(40, 'y'), cutAt(40, 'z')],
      ],
      [
        `訂單編號：找不到「${'x'.repeat(39)}」`,
        expect.stringMatching(`^物流公司：「${'y'.repeat(39)}」`),
        expect.stringMatching(`^貨運單號：「${'z'.repeat(39)}」`),
      ],
    ],
    [
      'coupons',
      [
        ['編號', '優惠碼'],
        ['', cutAt(40)],
        ['', cutAt(40)],
      ],
      expect.arrayContaining([`優惠碼：「${'x'.repeat(39)}」在檔案中重複`]),
    ],
  ])('checks %s with half an emoji where a text is cut', async (kind, rows, expected) => {
    const { lines } = await dryRun(kind, rows)
    expect(reasons(lines)[0]).toEqual(expected)
    expect(lines[0].title.isWellFormed()).toBe(true)
  })

  it('keeps the name of a file that is cut at an emoji', async () => {
    const file = { name: 'file', filename: cutAt(200), bytes: toCsv([heading, line('茶')]) }
    const url = `${shopPrefix}/admin/import/products`
    const response = await owner.inject({ method: 'POST', url, ...multipart([file]) })
    expect(response.statusCode).toBe(200)
  })

  it.each(['import/products', 'import/shipments', 'settlement'])(
    'refuses a NUL in the form of a file for %s, in its name or beside it',
    async (path) => {
      const part = (more: string, text = 'x') =>
        `--b\r\nContent-Disposition: form-data; ${more}\r\n\r\n${text}\r\n`
      const file = (name: string) => part(`name="file"; ${name}`, `${heading}\r\n${line('茶')}`)
      for (const form of [
        file('filename="a\0b.csv"'),
        file("filename*=utf-8''a%00b.csv"),
        part('name="encoding"', 'a\0b') + file('filename="a.csv"'),
        part('name="a\0b"') + file('filename="a.csv"'),
      ]) {
        const response = await owner.inject({
          method: 'POST',
          url: `${shopPrefix}/admin/${path}`,
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          payload: `${form}--b--\r\n`,
        })
        expect([form, response.statusCode, response.json().code]).toEqual([
          form,
          400,
          'INVALID_INPUT',
        ])
      }
    },
  )

  it('refuses what is no table, whatever its name says (CSV-09)', async () => {
    for (const start of ['d0cf11e0', '25504446', '89504e47', 'ffd8ffe0']) {
      const { status, body } = await send('products', Buffer.from(`${start}0000`, 'hex'))
      expect([status, body.message]).toEqual([400, '請另存為 CSV 或 Excel（.xlsx）檔後再上傳'])
    }
  })

  it('takes columns in any order, by word or key, and names the others (CSV-10)', async () => {
    const id = await shop.product({ title: '原', price: 500, content: '不動' })
    const text = `price;備註;ID;可售\n80;x;'${id};3\n`
    const { status, body } = await send('products', text)
    expect(status).toBe(200)
    expect(body.unknown_columns).toEqual(['備註'])
    await work(body.run.id)
    expect((await start(body.run.id)).status).toBe(200)
    await work(body.run.id)
    expect(await productRow(id)).toMatchObject({ price: 80, title: '原', content: '不動' })
  })

  it('refuses a doubled column, and a file without the one that tells the entry (CSV-10)', async () => {
    const doubled = await send('products', '編號,標題,title\n')
    expect([doubled.status, doubled.body.message]).toEqual([400, '重複的欄位：title'])
    const missing = await send('products', '標題\n')
    expect([missing.status, missing.body.message]).toEqual([400, '缺少欄位：編號'])
    expect((await send('stock', '商品編號\n')).body.message).toBe('缺少欄位：庫存')
    expect((await send('shipments', 'x\n')).body.message).toBe('缺少欄位：訂單編號、物流公司')
  })

  it('has bounds: 10 MB, 10,000 rows, 100 columns (CSV-11)', async () => {
    const large = await send('products', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
    expect([large.status, large.body.message]).toEqual([413, '檔案過大'])
    const many = await send('products', `編號\n${'-x\n'.repeat(10_001)}`)
    expect([many.status, many.body.message]).toEqual([400, '超過 10,000 列'])
    const wide = await send('products', `編號${',x'.repeat(100)}\n`)
    expect([wide.status, wide.body.message]).toEqual([400, '第 1 列無法讀取：欄位過多'])
    expect((await send('products', `編號\n${'-x\n'.repeat(10_000)}\n\n,\n`)).status).toBe(200)
  })

  it('leaves the event loop to requests, whatever a large file holds (MEND-63)', async () => {
    const size = 3_000_000
    // Each ends with a fault, so that nothing waits for the database.
    const quotes = `"${'""'.repeat(size / 2)}`
    const cells = `編號${',x'.repeat(50)}\n${`-${',"a""b"'.repeat(50)}\n`.repeat(5_000)}"`
    const files: Record<string, Buffer> = {
      quotes: Buffer.from(quotes),
      'quotes of Big5': encodeBig5(`編號,標題\n"${'測試""'.repeat(size / 6)}`),
      cells: Buffer.from(cells),
      'empty lines': Buffer.from(`編號${'\n'.repeat(size)}"`),
    }
    for (const [name, file] of Object.entries(files)) {
      let message = ''
      const turns = await turnsDuring(async () => {
        message = (await send('products', file)).body.message
      })
      expect(message, name).toContain('引號沒有結束')
      // A few take its bytes on their way.
      expect(turns, name).toBeGreaterThan(100)
    }
  })

  it('has places for so many files at once, half of them for one account, taken before a body is read and given back by who leaves (MEND-63, MEND-51)', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shop.app.server.address() as AddressInfo
    const others = [await openAdministrator(shop), await openAdministrator(shop)]
    const sentTo = async (path: string, by = owner) => {
      const url = `${shopPrefix}/admin/${path}`
      const form = multipart([{ name: 'file', filename: 'a.csv', bytes: Buffer.from('%PDF') }])
      return (await by.inject({ method: 'POST', url, ...form })).statusCode
    }
    let refused = 0
    const open = (n: number, { token } = owner) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('data', () => refused++)
      const path = `${shopPrefix}/admin/${n % 2 ? 'import/products' : 'settlement'}`
      const form = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 500000'
      const head = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nAuthorization: ${token}`
      const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
      socket.write(`${head}\r\n${form}\r\n\r\n${part}`)
      return socket
    }
    const slow = Array.from({ length: 10 }, (_, n) => open(n))
    try {
      await expect.poll(() => refused).toBe(8)
      for (const path of ['import/products', 'settlement']) {
        expect([await sentTo(path), await sentTo(path, others[0])]).toEqual([429, 400])
      }
      slow.push(open(0, others[0]), open(1, others[0]))
      await expect.poll(() => takenPlaces('table')).toBe(4)
      expect(await sentTo('settlement', others[1])).toBe(429)
    } finally {
      for (const socket of slow) socket.destroy()
    }
    await expect.poll(() => sentTo('import/products')).toBe(400)
    await expect.poll(() => takenPlaces('table')).toBe(0)
  })

  it('answers hostile files with what is wrong with them (CSV-23)', async () => {
    const long = 'x'.repeat(9 * 1024 * 1024)
    const files: [string | Buffer, string][] = [
      ['編號\n"open', '第 2 列無法讀取：引號沒有結束'],
      ['編號\na\0', '第 2 列無法讀取：含有無法讀取的字元'],
      [long, '缺少欄位：編號'],
      ['', '檔案沒有內容'],
      ['x,'.repeat(10_000), '第 1 列無法讀取：欄位過多'],
      [Buffer.from([0xed, 0xa0, 0x80, 0x2c]), '無法辨識檔案編碼'],
    ]
    for (const [file, message] of files) {
      const { status, body } = await send('products', file)
      expect([status, body.message]).toEqual([400, message])
    }
    const inCell = await dryRun('products', [heading, line(long)])
    expect(inCell.sums).toEqual({ new: 0, changed: 0, same: 0, error: 1 })
    expect(reasons(inCell.lines)).toEqual([['標題：標題 長度超過上限']])
    const { status, body } = await send('products', "編號,標題\r'=1+1,\"=cmd|' /C calc'!A0\"\r")
    expect(status).toBe(200)
    await work(body.run.id)
    expect(reasons((await read(body.run.id)).lines)).toEqual([['編號：找不到「=1+1」']])
  })

  it('answers no generated file with a fault of the server (CSV-23)', async () => {
    const piece = fc.constantFrom(
      ...['編號', '標題', '售價', ',', ';', '\t', '\r', '\n', '"', '""', "'", '=1', '\0', '\uFEFF'],
      ...['是', '1.23E+11', '########', '💥', '-1', '\u2028', '９', 'id', 'price', ' '],
    )
    const file = fc
      .array(piece, { maxLength: 40 })
      .map((pieces) => `編號,標題,售價\n${pieces.join('')}`)
    const bytes = fc.oneof(
      file.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 60 }).map((raw) => Buffer.from(raw)),
    )
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom<ImportKind>('products', 'coupons'),
        async (raw, kind) => {
          const { status, body } = await send(kind, raw)
          expect([200, 400]).toContain(status)
          if (status !== 200) return
          await work(body.run.id)
          expect((await owner.get(`/admin/run/${body.run.id}`)).body.run.state).toBe('ready')
        },
      ),
      { numRuns: propertyRuns(150) },
    )
  })
})

describe('the dry run', () => {
  it('leaves the event loop to requests after each line (MEND-63)', async () => {
    const cells = new Map([['title', '茶']])
    const lines = Array.from({ length: 50 }, (_, n) => ({
      line: n + 2,
      cells,
      guarded: new Set(''),
    }))
    const { db } = shop.database
    // New products need nothing of the database.
    const check = () => productImport.check(db, lines, 'http://shop.test')
    expect(await turnsDuring(check)).toBeGreaterThanOrEqual(lines.length)
  })

  it('takes few long lines at once, and many short ones (MEND-63)', async () => {
    const reports = async (rows: CsvCell[][]) => {
      const { body } = await send('products', toCsv([[...heading, '描述'], ...rows]))
      const { db } = shop.database
      const [run] = await db.select().from(runs).where(eq(runs.id, body.run.id))
      const done: number[] = []
      const progress = {
        report: async (now: { done: number }) => done.push(now.done) > 0,
        signal: new AbortController().signal,
      }
      const action = shop.runs.actions.find('products', 'import')
      if (run) await action?.prepare?.(run, progress)
      return done
    }
    const rows = (description: string) =>
      Array.from({ length: 6 }, () => [...line('茶'), description])
    expect(await reports(rows('短'))).toEqual([6])
    expect(await reports(rows('長'.repeat(80_000)))).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('tells what each line would change, with four sums, and changes nothing (CSV-12)', async () => {
    const same = await shop.product({
      title: '同',
      category: '茶',
      unit: '包',
      originPrice: 100,
      price: 80,
    })
    const changed = await shop.product({
      title: '變',
      category: '茶',
      unit: '包',
      originPrice: 100,
      price: 70,
    })
    const before = await shop.database.db.select().from(products)
    const rows = [
      heading,
      [same, '同', '茶', '包', 'NT$100', '８０', '1'],
      [changed, '變了', '茶', '包', 100, '80', '是'],
      line('新'),
      line('壞', '1.5'),
    ]
    const { lines, sums, run } = await dryRun('products', rows)
    expect(run).toMatchObject({ state: 'ready', total: 4 })
    expect(sums).toEqual({ new: 1, changed: 1, same: 1, error: 1 })
    expect(lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'same',
      'changed',
      'new',
      'error',
    ])
    expect(lines[1]).toMatchObject({
      line: 3,
      title: '變',
      changes: [
        { column: '標題', before: '變', after: '變了' },
        { column: '售價', before: '70', after: '80' },
      ],
    })
    expect((await read(run.id, '?only=error')).lines).toMatchObject([{ line: 5, title: '壞' }])
    expect((await read(run.id, '?only=new&page=2')).lines).toEqual([])
    expect(await shop.database.db.select().from(products)).toEqual(before)
  })

  it('names line, column and reason, all of a line at once, and gives the faulty lines back (CSV-13, CSV-14)', async () => {
    const bad = ['', '', '茶', '包', new PlainCell('1.23E+11'), '########', '也許']
    const { id, lines } = await dryRun('products', [heading, line('好'), bad])
    expect(lines[1].line).toBe(3)
    expect(reasons(lines)[1]).toEqual([
      '原價：「1.23E+11」不是 0 以上的整數',
      '售價：「########」不是 0 以上的整數',
      '啟用：「也許」請填是或否',
      '標題：新增時請填寫標題',
    ])
    const refused = await start(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'RUN_STATE'])
    expect(await titles()).toEqual([])
    const url = `${shopPrefix}/admin/run/${id}/errors`
    const file = await owner.inject({ method: 'GET', url })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [first, second, ...more] = file.body.slice(1).split('\r\n')
    expect(first).toBe(`${heading.join(',')},錯誤`)
    expect(second).toMatch(/^,,茶,包,1\.23E\+11,########,也許,原價：/)
    expect(more).toEqual([''])
    expect((await start(id, { skips_errors: true })).status).toBe(200)
    await work(id)
    expect(await titles()).toEqual(['好'])
  })

  it('takes its list of errors back when it is corrected, guarded cells too (CSV-14)', async () => {
    const title = '-5°C 保冷袋'
    const id = await shop.product({ title, price: 70 })
    const file = (await exportedFile('products')).toString()
    expect(file).toContain(`'${id},'${title},`)
    const [head, ...lines] = file.split('\r\n')
    const broken = [head, ...lines.filter((text) => text.includes(id))].join('\r\n')
    const { body } = await send('products', broken.replace(',70,', ',７x,'))
    await work(body.run.id)
    expect((await read(body.run.id)).sums).toMatchObject({ error: 1 })
    const url = `${shopPrefix}/admin/run/${body.run.id}/errors`
    const errors = (await owner.inject({ method: 'GET', url })).body
    const again = await send('products', errors.replace(',７x,', ',80,'))
    await work(again.body.run.id)
    const corrected = await read(again.body.run.id)
    expect(corrected.sums).toEqual({ new: 0, changed: 1, same: 0, error: 0 })
    expect(corrected.lines[0].changes).toEqual([{ column: '售價', before: '70', after: '80' }])
    await start(again.body.run.id)
    await work(again.body.run.id)
    expect(await productRow(id)).toMatchObject({ price: 80, title })
  })

  it('refuses both lines of an entry or a code that a file has twice, and ids that nobody has (CSV-15)', async () => {
    const id = await shop.product({ title: '重' })
    const twice = await dryRun('products', [
      ['編號', '售價'],
      [id, 1],
      [id, 2],
      ['-none', 3],
    ])
    expect(reasons(twice.lines)).toEqual([
      ['編號：檔案中重複'],
      ['編號：檔案中重複'],
      ['編號：找不到「-none」'],
    ])
    const { code } = await shop.coupon({ code: 'TAKEN' })
    const coupon = (text: string) => ['', '券', text, 80, '2099/12/31', '是']
    const head = ['編號', '名稱', '優惠碼', '折扣數', '到期日', '啟用']
    const codes = await dryRun('coupons', [
      head,
      coupon('SAME'),
      coupon('ｓａｍｅ'),
      coupon(code.toLowerCase()),
      coupon('FREE'),
    ])
    expect(reasons(codes.lines)).toEqual([
      ['優惠碼：「SAME」在檔案中重複'],
      ['優惠碼：「ｓａｍｅ」在檔案中重複'],
      ['優惠碼：優惠碼已存在'],
      [],
    ])
  })

  /** Rewrites what a spreadsheet reads as dates, times and numbers; other texts stay. */
  function savedBySpreadsheet(file: Buffer): string {
    const values: Record<string, string> = {
      ...{ MAY20: '20-May', '5-20': '5月20日', '10:30': '10:30:00', '50%': '50.00%' },
      ...{ '1E5': '1.00E+05', true: 'TRUE', '0912': '912', '1.50': '1.5', '1,280': '1280' },
    }
    const [head, ...rows] = parseCsv(file.toString())
    return [head ?? [], ...rows]
      .map((cells) => cells.map((cell) => values[cell] ?? cell.replaceAll('\r\n', '\n')))
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\r\n')
  }

  it('shows no change for an export that a spreadsheet has opened and saved (MEND-73)', async () => {
    for (const text of ['MAY20', '5-20', '10:30', '50%', '1E5', 'true', '0912', '1.50', '1,280']) {
      const about = { title: text, category: text, unit: text, content: text, description: text }
      await shop.product(about)
      await shop.coupon({ title: text, code: text, categories: [text] })
    }
    await shop.product({ content: '兩\r\n行' })
    for (const kind of ['products', 'coupons'] as const) {
      const { body } = await send(kind, savedBySpreadsheet(await exportedFile(kind)))
      await work(body.run.id)
      const { sums, lines } = await read(body.run.id)
      expect(sums, JSON.stringify(lines)).toMatchObject({ new: 0, changed: 0, error: 0 })
    }
  })

  it('refuses a cell that a spreadsheet has rewritten, with its text, unless it is guarded (MEND-73)', async () => {
    const { id } = await shop.coupon({ code: 'MAY20', categories: null })
    const codes = await dryRun('coupons', [
      ['編號', '優惠碼'],
      [id, new PlainCell('20-May')],
    ])
    const remedy = "已被試算表改寫，請恢復原來的文字；確實是這段文字時，請在最前面加上 '"
    expect(reasons(codes.lines)).toEqual([[`優惠碼：「20-May」${remedy}`]])
    const written = await dryRun('products', [
      heading,
      ...['5月20日', '1.23E+11', '50.00%', 'TRUE', '#NAME?'].map((text) => [
        ...['', new PlainCell(text), '茶', '包', 100, 80, '是'],
      ]),
    ])
    expect(reasons(written.lines).map(([first]) => first)).toEqual(
      ['5月20日', '1.23E+11', '50.00%', 'TRUE', '#NAME?'].map(
        (text) => `標題：「${text}」${remedy}`,
      ),
    )
    const meant = await dryRun('products', [heading, line('50%'), line('2026')])
    expect(meant.sums).toMatchObject({ new: 2, error: 0 })
    const long = await shop.product({ description: 'x'.repeat(40_000) })
    const cut = await dryRun('products', [
      ['編號', '描述'],
      [long, 'x'.repeat(32_767)],
    ])
    expect(reasons(cut.lines)[0]?.[0]).toContain('已被試算表截斷')
  })

  it('shows no change for a file that was exported and sent back untouched (CSV-04)', async () => {
    const texts = [
      '=1+1',
      "'x",
      ' 空白 ',
      '0912',
      '兩\n行',
      '"引,號"',
      '-1',
      '＝',
      '\t',
      '123456789012',
    ]
    for (const text of texts) {
      await shop.product({
        ...{ title: text, category: text, unit: text, content: text },
        ...{
          description: `<p>${text}</p>`,
          imagesUrl: ['', '/uploads/a.jpg', 'https://x.tw/1.jpg'],
        },
      })
      await shop.coupon({ title: text, categories: [text], productIds: ['-a', '-b'], maxUses: 3 })
    }
    await shop.product({
      contentJson: { a: [1] },
      content: '',
      imagesUrl: Array(8).fill('https://x.tw/8.jpg'),
    })
    const counted = await shop.product()
    await owner.put(`/admin/stock/${counted}`, { on_hand: 7, reason: 'counted' })
    await crackers()
    for (const kind of ['products', 'coupons', 'stock'] as const) {
      const { body } = await send(kind, await exportedFile(kind))
      await work(body.run.id)
      const { sums, lines } = await read(body.run.id)
      expect(
        sums,
        JSON.stringify(lines.filter(({ outcome }: { outcome: string }) => outcome !== 'same')),
      ).toMatchObject({ new: 0, changed: 0, error: 0 })
      expect(sums.same).toBeGreaterThanOrEqual(10)
    }
  })

  it('takes its own templates without an error (CSV-07)', async () => {
    await shop.product()
    await shop.product()
    for (let n = 0; n < 2; n++) await paidOrder(await shop.product())
    for (const kind of ['products', 'stock', 'coupons', 'shipments'] as const) {
      const url = `${shopPrefix}/admin/import/${kind}/template`
      const template = await owner.inject({ method: 'GET', url })
      expect(template.headers['content-disposition']).toContain(`${kind}-template.csv`)
      const { body } = await send(kind, template.rawPayload)
      await work(body.run.id)
      const { sums, lines } = await read(body.run.id)
      expect([kind, sums.error, reasons(lines).flat()]).toEqual([kind, 0, []])
    }
  })
})

let skus = 900
/** A product in two variants, the first one with a SKU of its own. */
async function crackers() {
  const sku = `0${++skus}`
  const prices = { origin_price: 150, price: 120 }
  const { body } = await owner.post('/admin/product', {
    ...{ title: '蝦餅', category: '零食', unit: '包', is_enabled: 1, ...prices },
    options: [{ name: '口味', values: ['原味', '辣味'] }],
    variants: [
      { option_values: ['原味'], price: 120, sku, barcode: '4710123456789', weight_g: 90 },
      { option_values: ['辣味'], price: 130 },
    ],
  })
  const [mild, hot] = body.product.variants.map((variant: { id: string }) => variant.id)
  return { id: body.product.id as string, mild: mild as string, hot: hot as string, sku }
}

describe('what parcels and returns must know of products', () => {
  it('is in their file, and is changed and taken back by one (SHIP-04) (RET-02)', async () => {
    const id = await shop.product({ title: '水餃' })
    const rows = (...cells: [CsvCell, CsvCell, CsvCell, CsvCell]) => [
      ['編號', '重量（公克）', '尺寸（公釐）', '溫層', '不適用鑑賞期的原因'],
      [id, ...cells],
    ]
    const stored = async () => {
      const { [id]: product } = (await owner.get('/admin/products/all')).body.products
      const { weight_g, sides_mm, shipping_temperature, no_return } = product
      return [weight_g, sides_mm, shipping_temperature, no_return]
    }
    const { lines } = await dryRun('products', rows('0', '30×20', '微溫', '生鮮'))
    expect(reasons(lines)[0]).toHaveLength(4)
    const reason = '易於腐敗或保存期限較短'
    const { id: run } = await imported('products', rows('600', '300 x 200*100', '冷凍', reason))
    expect(await stored()).toEqual([600, [300, 200, 100], 'frozen', 'perishable'])
    const again = await dryRun('products', rows('600', '300×200×100', '冷凍', reason))
    expect(again.sums).toMatchObject({ same: 1, error: 0 })
    await undo(run)
    expect(await stored()).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('variants in files (VAR-10)', () => {
  const columns = [
    '編號',
    '規格編號',
    '標題',
    '原價',
    '售價',
    '啟用',
    '貨號',
    '條碼',
    '重量（公克）',
  ]

  it('have a line each, which changes them, and whose undo gives back what they were', async () => {
    const { id, mild, hot, sku } = await crackers()
    const before = (await owner.get('/admin/products/all')).body.products[id]
    const rows = [
      columns,
      [id, '', '大蝦餅', 150, 120, '是', '', '', ''],
      [id, mild, '', 150, 125, '是', '', '4710123456789', ''],
      [id, hot, '', 150, 130, '否', 'HOT-1', '', 95],
    ]
    const { lines, sums } = await dryRun('products', rows)
    expect(sums, JSON.stringify(lines)).toEqual({ new: 0, changed: 3, same: 0, error: 0 })
    expect(lines[1]).toMatchObject({
      title: '蝦餅（原味）',
      changes: [
        { column: '售價', before: '120', after: '125' },
        { column: '貨號', before: sku, after: '' },
        { column: '重量（公克）', before: '90', after: '' },
      ],
    })
    const { id: run } = await imported('products', rows)
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    expect(product).toMatchObject({ title: '大蝦餅', price: 125 })
    const changed = (await owner.get('/admin/products/all')).body.products[id]
    expect(changed.variants).toMatchObject([
      { id: mild, price: 125, barcode: '4710123456789' },
      { id: hot, price: 130, is_enabled: 0, sku: 'HOT-1', weight_g: 95 },
    ])
    expect(changed.variants[0]).not.toHaveProperty('weight_g')
    await undo(run)
    expect((await owner.get('/admin/products/all')).body.products[id]).toEqual(before)
  })

  it('are left alone by a file that does not know of them', async () => {
    const { id, hot } = await crackers()
    const head = ['編號', '標題', '售價']
    const { lines } = await dryRun('products', [head, [id, '大蝦餅', 1]])
    expect(reasons(lines)).toEqual([['售價：商品有多種規格，請填在各規格的列']])
    await imported('products', [head, [id, '大蝦餅', 120]])
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    expect(product).toMatchObject({ title: '大蝦餅', price: 120, price_max: 130 })
    expect(product.variants[1]).toMatchObject({ id: hot, price: 130 })
  })

  it('tells for each line what belongs elsewhere, and who is not there or there twice', async () => {
    const { id, mild, hot, sku } = await crackers()
    const single = await shop.product({ originPrice: 150, price: 120 })
    const same = (title = '') => [title, 150, 120, '是']
    const { lines } = await dryRun('products', [
      columns,
      [id, mild, ...same('別名'), sku, '4710123456789', 90],
      [id, '-none', ...same(), '', '', ''],
      [single, '', ...same('單一'), 'ONE', '', ''],
      [id, hot, '', 150, 140, '是', '', '', ''],
      [id, hot, '', 150, 150, '是', '', '', 0],
    ])
    expect(reasons(lines)).toEqual([
      ['標題：請填在商品的那一列'],
      [`編號：找不到「${id}/-none」`],
      ['貨號：請填在規格的那一列'],
      ['編號：檔案中重複'],
      [expect.stringMatching(/^重量（公克）：/), '編號：檔案中重複'],
    ])
  })

  const growing = [
    ...['編號', '標題', '分類', '單位', '原價', '售價', '啟用', '貨號'],
    ...['規格名稱 1', '選項 1', '規格名稱 2', '選項 2', '規格圖片網址'],
  ]
  const staffProduct = async (id: string) =>
    (await owner.get('/admin/products/all')).body.products[id]

  it('make a product with its pictures, all lines or none, and come back unchanged (VAR-13)', async () => {
    const picture = 'https://pictures.example/small.jpg'
    const rows: CsvCell[][] = [
      growing,
      ['', '牛軋糖', '糖果', '盒', '', '', '是', '', '', '', '', '', ''],
      ['', '', '', '', 300, 280, '', 'NG-1', '口味', '原味', '大小', '小', picture],
      ['', '牛軋糖', '', '', '', 250, '否', '', '', '=抹茶', '', '小', ''],
      ['', '', '', '', '', '', '', '', '口味', '原味', '大小', '大', ''],
    ]
    const { lines, sums } = await dryRun('products', rows)
    expect(sums, JSON.stringify(reasons(lines))).toEqual({ new: 4, changed: 0, same: 0, error: 0 })
    expect(lines[3]).toMatchObject({ title: '牛軋糖（原味 / 大）', outcome: 'new' })
    const { id: run, run: done } = await imported('products', rows)
    expect(done).toMatchObject({ state: 'done', total: 1 })
    const [product] = (await owner.get('/admin/products?q=NG-1')).body.products
    expect(product).toMatchObject({
      ...{ title: '牛軋糖', is_enabled: 1, price: 280 },
      options: [
        { name: '口味', values: ['原味', '=抹茶'] },
        { name: '大小', values: ['小', '大'] },
      ],
      variants: [
        { title: '原味 / 小', price: 280, origin_price: 300, sku: 'NG-1', imageUrl: picture },
        { title: '=抹茶 / 小', price: 250, is_enabled: 0 },
        { title: '原味 / 大', price: 280 },
      ],
    })
    const file = await exportedFile('products')
    expect(file.toString()).toContain("'=抹茶")
    const { body } = await send('products', file)
    await work(body.run.id)
    expect((await read(body.run.id)).sums).toEqual({ new: 0, changed: 0, same: 4, error: 0 })
    await undo(run)
    expect(await titles()).toEqual([])
  })

  it('are added to a product that has some, once, and are taken away by the undo (VAR-13)', async () => {
    const { id, mild } = await crackers()
    const before = await staffProduct(id)
    const rows: CsvCell[][] = [
      [...growing, '規格編號'],
      [id, '大蝦餅', '零食', '包', 150, 120, '是', '', '', '', '', '', '', ''],
      ['', '', '', '', '', 160, '', 'NORI', '口味', '海苔', '', '', '', ''],
      [id, '', '', '', 150, 120, '是', '', '', '', '', '', '', mild],
      [id, '', '', '', '', '', '', '', '', '芥末', '', '', '', ''],
    ]
    const { lines, sums } = await dryRun('products', rows)
    expect(sums, JSON.stringify(reasons(lines))).toMatchObject({ new: 2, error: 0 })
    const { id: run } = await imported('products', rows)
    const grown = await staffProduct(id)
    expect(grown.options).toEqual([{ name: '口味', values: ['原味', '辣味', '海苔', '芥末'] }])
    expect(grown.variants.slice(2)).toMatchObject([
      { title: '海苔', price: 160, sku: 'NORI' },
      { title: '芥末', price: 120 },
    ])
    const again = await dryRun(
      'products',
      [rows[0] ?? [], rows[2] ?? []].with(1, [id, ...(rows[2] ?? []).slice(1)]),
    )
    expect(again.sums).toEqual({ new: 0, changed: 0, same: 1, error: 0 })
    await undo(run)
    expect({ ...(await staffProduct(id)), title: '蝦餅' }).toEqual({ ...before, title: '蝦餅' })
  })

  it('give a product its first options, whose first keeps the stock, and are undone (VAR-13)', async () => {
    const id = await shop.product({ title: '單一', price: 90, originPrice: 100 })
    await imported('stock', [
      ['商品編號', '庫存'],
      [id, 5],
    ])
    const before = await staffProduct(id)
    const row = (value: string, price: number) =>
      [id, '', '', '', '', price, '', '', '口味', value, '', '', ''] as CsvCell[]
    const { id: run } = await imported('products', [growing, row('原味', 80), row('辣味', 85)])
    expect((await staffProduct(id)).variants).toMatchObject([{ id, on_hand: 5 }, { price: 85 }])
    await undo(run)
    expect(await staffProduct(id)).toEqual(before)
  })

  it('tell what is wrong with new ones, and with their product nothing else is made (VAR-13)', async () => {
    const { id, sku } = await crackers()
    const head = (title: string) => [
      '',
      title,
      '糖果',
      '盒',
      300,
      280,
      '是',
      '',
      '',
      '',
      '',
      '',
      '',
    ]
    const part = (of: string, sold: string, options: string[], ...rest: string[]) => [
      ...[of, ...rest.slice(1), '', '', ''].slice(0, 4),
      ...['', 280, '', sold, ...options, '', '', '', ''].slice(0, 8),
      rest[0] ?? '',
    ]
    const { lines } = await dryRun('products', [
      growing,
      part('', '', ['口味', '孤單']),
      head('糖'),
      part('', sku, ['口味', '原味']),
      part('', 'A', ['口味', '抹茶'], 'ftp://x'),
      part('', 'B', ['香氣', '芥末']),
      part('', 'B', ['口味', '原味'], '', '別的'),
      head('糕'),
      part('', '', ['口味', '原味']),
      part(id, '', ['', '海苔', '大小', '小']),
    ])
    expect(reasons(lines)).toEqual([
      ['：請在這一列的上面填商品的資料'],
      ['：同一商品的第 4 列有錯誤'],
      [`貨號：「${sku}」已被「蝦餅」使用`],
      ['規格圖片網址：網址格式不正確'],
      ['選項 1：應為「口味」', '貨號：「B」在檔案中重複'],
      ['標題：請填在商品的那一列', '：規格重複', '貨號：「B」在檔案中重複'],
      [],
      [],
      ['選項 2：商品只有 1 個規格'],
    ])
    const [nori, wasabi] = [part(id, '', ['', '海苔']), part(id, '', ['', '芥末'])]
    const apart = await dryRun('products', [growing, nori, head('餅'), wasabi])
    expect(reasons(apart.lines)).toEqual([[], [], ['：同一商品的列請排在一起']])
  })

  it('are counted by their ids in a file of stock (VAR-03)', async () => {
    const { mild, hot } = await crackers()
    await imported('stock', [
      ['商品編號', '庫存'],
      [mild, 5],
      [hot, 7],
    ])
    const file = parseCsv((await exportedFile('stock')).toString())
    expect(file.map((cells) => cells.slice(0, 3).join())).toEqual(
      expect.arrayContaining([`'${mild},蝦餅（原味）,5`, `'${hot},蝦餅（辣味）,7`]),
    )
  })
})

async function paidOrder(productId: string, qty = 1): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: productId, qty })
  const { orderId } = (await guest.post('/order', orderData)).body
  await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  return orderId
}

describe('an import', () => {
  it('makes and changes entries by the functions of a single change, and is recorded (CSV-16, AUDIT-03)', async () => {
    const id = await shop.product({
      title: '舊',
      price: 70,
      imagesUrl: ['https://x.tw/1.jpg', 'https://x.tw/2.jpg'],
    })
    const head = [...heading, '描述', '主圖網址', '圖片網址 2']
    const html = '<p onclick="x()">好<script>alert(1)</script></p>'
    const picture = 'http://169.254.169.254/latest'
    const done = await imported('products', [
      head,
      [id, '舊', '茶', '包', 100, 60, '否', html, picture, ''],
      [...line('新'), '純文字', 'javascript:alert(1)', ''],
      [...line('新二'), html, '', 'https://x.tw/9.jpg'],
    ])
    expect(done.run).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0 })
    expect(await productRow(id)).toMatchObject({
      ...{ price: 60, isEnabled: false, description: '<p>好</p>', imageUrl: picture },
      imagesUrl: ['https://x.tw/1.jpg'],
    })
    const [made] = await shop.database.db.select().from(products).where(eq(products.title, '新二'))
    expect(made).toMatchObject({ imagesUrl: ['', 'https://x.tw/9.jpg'], description: '<p>好</p>' })
    const entries = await shop.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.runId, done.id))
    expect(entries.map(({ action }) => action).sort()).toEqual(['product.create', 'product.update'])
  })

  it('applies a line only to the entry that the dry run saw (CSV-17)', async () => {
    const [a, b] = [await shop.product({ price: 1 }), await shop.product({ price: 1 })]
    const { id } = await dryRun('products', [
      ['編號', '售價'],
      [a, 2],
      [b, 2],
    ])
    await shop.database.db.update(products).set({ unit: '箱' }).where(eq(products.id, a))
    await start(id)
    await work(id)
    const { run, entries } = (await owner.get(`/admin/run/${id}`)).body
    expect(run).toMatchObject({ state: 'done', done: 2, failed: 1 })
    expect(entries).toMatchObject([
      { id: a, state: 'failed', reason: '資料已變更，請重新預覽' },
      { id: b, state: 'done' },
    ])
    expect([(await productRow(a))?.price, (await productRow(b))?.price]).toEqual([1, 2])
  })

  it('starts once, and not without something to do (CSV-13)', async () => {
    const { id } = await dryRun('products', [heading, line('一')])
    expect((await start(id)).body.run).toMatchObject({ state: 'queued', total: 1 })
    expect((await start(id)).status).toBe(200)
    await work(id)
    await work(id)
    expect(await titles()).toEqual(['一'])
    expect((await start(id)).body.code).toBe('RUN_STATE')
    const nothing = await dryRun('products', [heading])
    expect((await start(nothing.id)).body.message).toBe('沒有需要匯入的資料')
  })

  it('is undone for 24 hours: new entries go, changed ones get their values back, later changes stay (CSV-19)', async () => {
    const [a, b] = [
      await shop.product({ price: 1, imagesUrl: ['https://x.tw/1.jpg'], description: '<p>舊</p>' }),
      await shop.product({ price: 1 }),
    ]
    const coupon = await shop.coupon({ code: 'OLD', maxUses: 5 })
    const rowA = await productRow(a)
    const done = await imported('products', [
      ['編號', '標題', '分類', '單位', '原價', '售價', '圖片網址 1', '描述'],
      [a, '手感馬克杯', '茶與咖啡', '個', 1200, 2, '', '<p>新</p>'],
      [b, '手感馬克杯', '茶與咖啡', '個', 1200, 2, '', '<p>粗陶</p>'],
      ['', '新', '茶', '包', 1, 1, '', ''],
    ])
    expect(done.run.undo_until - done.run.end_at).toBe(24 * 3600)
    await owner.put(`/admin/product/${b}`, {
      title: '後來',
      category: '茶',
      unit: '包',
      origin_price: 9,
      price: 9,
    })
    const { run, entries } = await undo(done.id)
    expect(run).toMatchObject({ state: 'undone', undone: 2, kept: 1 })
    expect(entries.find(({ id }: { id: string }) => id === b)).toMatchObject({
      state: 'kept',
      reason: '已有後續變更，未復原',
    })
    expect(await productRow(a)).toEqual({ ...rowA, changedAt: expect.any(Date) })
    expect(await productRow(b)).toMatchObject({ title: '後來', price: 9 })
    expect(await titles()).not.toContain('新')

    const changed = await imported('coupons', [
      ['編號', '優惠碼', '總次數', '到期日', '適用分類'],
      [coupon.id, 'NEW', '', '2099/12/31', '茶|酒'],
    ])
    const [row] = await shop.database.db.select().from(coupons).where(eq(coupons.id, coupon.id))
    expect(row).toMatchObject({ code: 'NEW', maxUses: null, categories: ['茶', '酒'] })
    expect(row?.dueAt.toISOString()).toBe('2099-12-31T15:59:59.999Z')
    await shop.database.pool.query(`update runs set undo_until = now() - interval '1 second'`)
    expect((await owner.post(`/admin/run/${changed.id}/undo`)).body.code).toBe('RUN_UNDO_OVER')
    await shop.database.pool.query(`update runs set undo_until = now() + interval '1 hour'`)
    await undo(changed.id)
    const [back] = await shop.database.db.select().from(coupons).where(eq(coupons.id, coupon.id))
    expect(back).toMatchObject({ code: 'OLD', maxUses: 5, categories: null })
  })

  it('of stock books the difference as a movement, refuses less than is held, and comes back (CSV-20, STOCK-08)', async () => {
    const [a, b, free] = [await shop.product(), await shop.product(), await shop.product()]
    await owner.put(`/admin/stock/${a}`, { on_hand: 10, reason: 'counted' })
    await owner.put(`/admin/stock/${b}`, { on_hand: 5, reason: 'counted' })
    const guest = shop.guest()
    await guest.post('/cart', { product_id: b, qty: 3 })
    await guest.post('/cart', { product_id: free, qty: 2 })
    await guest.post('/order', orderData)
    const rows = [
      ['商品編號', '庫存', '備註'],
      [a, 4, '盤點'],
      [b, 2, ''],
      [free, 6, ''],
      [a.slice(1), '', ''],
    ]
    const { id, lines } = await dryRun('stock', rows)
    expect(reasons(lines)[1]).toEqual(['庫存：已有 3 件保留給訂單，庫存不可少於 3 件'])
    expect([lines[0].changes, lines[2].changes]).toEqual([
      [
        { column: '庫存', before: '10', after: '4' },
        { column: '備註', before: '', after: '盤點' },
      ],
      [
        {
          column: '庫存',
          before: '',
          after: '6',
          notice: '另有 2 件已售出、尚未出貨，不計入此數量',
        },
      ],
    ])
    await start(id, { skips_errors: true })
    await work(id)
    const movements = await shop.database.db
      .select()
      .from(stockMovements)
      .where(
        and(eq(stockMovements.kind, 'imported'), inArray(stockMovements.variantId, [a, b, free])),
      )
      .orderBy(stockMovements.variantId)
    expect(movements).toMatchObject([
      { variantId: a, onHandChange: -6, onHand: 4, note: '盤點' },
      { variantId: free, onHandChange: 6, onHand: 6, note: null },
    ])
    expect((await shop.database.pool.query(stockDisagreements)).rows).toEqual([])
    await undo(id)
    const left = await shop.database.db.select().from(stock)
    expect(left.find(({ variantId }) => variantId === a)).toMatchObject({ onHand: 10 })
    expect(left.find(({ variantId }) => variantId === free)).toBeUndefined()
    expect((await shop.database.pool.query(stockDisagreements)).rows).toEqual([])
  })

  it('of shipments ships through the table of states, and its mails wait (CSV-21)', async () => {
    const product = await shop.product()
    const [a, b] = [await paidOrder(product), await paidOrder(product)]
    const refunded = await paidOrder(product)
    const { refundable } = (await owner.get(`/admin/order/${refunded}`)).body
    await owner.post(`/admin/order/${refunded}/refund`, { amount: refundable, reason: '缺貨' })
    const guest = shop.guest()
    await guest.post('/cart', { product_id: product, qty: 1 })
    const { orderId: unpaid } = (await guest.post('/order', orderData)).body
    const [numbered] = await shop.database.db.select().from(orders).where(eq(orders.id, b))
    const rows = [
      ['訂單編號', '物流公司', '貨運單號'],
      [a, '黑貓宅急便', 'AB-1'],
      [numbered?.number ?? '', 'hct', ''],
      [unpaid, '黑貓宅急便', ''],
      ['-none', '飛鴿', '1.23E+11'],
      [refunded, '黑貓宅急便', ''],
    ]
    const packer = await openStaff(shop, 'packer')
    const { id, lines } = await dryRun('shipments', rows, packer)
    const [waiting] = await shop.database.db.select().from(orders).where(eq(orders.id, unpaid))
    expect(reasons(lines).slice(2)).toEqual([
      [`訂單編號：訂單 ${waiting?.number} 目前為「待付款」，無法出貨`],
      [
        '訂單編號：找不到「-none」',
        expect.stringContaining('物流公司：「飛鴿」請填'),
        '貨運單號：「1.23E+11」已被試算表改寫，請將欄位設為文字後重新填寫',
      ],
      [expect.stringContaining('款項已退回，無法出貨')],
    ])
    expect((await packer.post(`/admin/run/${id}/start`, { skips_errors: true })).status).toBe(200)
    await work(id)
    const state = async (order: string) =>
      (await shop.database.db.select().from(orders).where(eq(orders.id, order)))[0]?.state
    expect([await state(a), await state(b), await state(unpaid)]).toEqual([
      'shipped',
      'shipped',
      'placed',
    ])
    const waitingMails = await shop.database.pool.query(
      `select run_id from mail_outbox where kind = 'shipped'`,
    )
    expect(waitingMails.rows.every((mail: { run_id: string }) => mail.run_id === id)).toBe(true)
    await undo(id)
    expect([await state(a), await state(b)]).toEqual(['paid', 'paid'])
  })

  it('ships only an order as the dry run saw it, not one with a parcel or another address since (CSV-17, CSV-21)', async () => {
    const product = await shop.product()
    const [partly, moved, same] = [
      await paidOrder(product, 3),
      await paidOrder(product),
      await paidOrder(product),
    ]
    const { body } = await owner.get(`/admin/order/${partly}`)
    const [line] = Object.values<{ id: string }>(body.order.products)
    const parcel = (qty: number) =>
      owner.post(`/admin/order/${partly}/parcel`, {
        carrier: 'tcat',
        lines: [{ line_id: line?.id, qty }],
      })
    // In its state from before the dry run on.
    expect((await parcel(1)).status).toBe(200)
    const { id } = await dryRun('shipments', [
      ['訂單編號', '物流公司', '貨運單號'],
      ...[partly, moved, same].map((order) => [order, '黑貓宅急便', '']),
    ])
    expect((await parcel(1)).status).toBe(200)
    const user = { ...orderData.user, address: '台南市中西區民權路 9 號' }
    expect((await owner.put(`/admin/order/${moved}`, { user })).status).toBe(200)
    await start(id)
    await work(id)
    const { entries } = (await owner.get(`/admin/run/${id}`)).body
    const changed = { state: 'failed', reason: '資料已變更，請重新預覽' }
    expect(entries).toMatchObject([
      { id: partly, ...changed },
      { id: moved, ...changed },
      { id: same, state: 'done' },
    ])
  })

  it('needs the right to its kind (STAFF-03)', async () => {
    const [packer, viewer] = [await openStaff(shop, 'packer'), await openStaff(shop, 'viewer')]
    expect((await send('products', '編號\n', undefined, packer)).status).toBe(403)
    expect((await send('shipments', '訂單編號,物流公司\n', undefined, packer)).status).toBe(200)
    expect((await send('shipments', '訂單編號,物流公司\n', undefined, viewer)).status).toBe(403)
    const { id } = await dryRun('products', [heading, line('一')])
    expect((await packer.get(`/admin/run/${id}/lines`)).status).toBe(404)
    expect((await packer.post(`/admin/run/${id}/start`, {})).status).toBe(404)
  })

  it('that nobody starts ends after two days, and its lines go (CSV-12)', async () => {
    const { id } = await dryRun('products', [heading, line('一')])
    await shop.database.pool.query(`update runs set created_at = now() - interval '49 hours'`)
    await sweepExpired(shop.database.db, createLog(shop.config))
    expect(await shop.database.db.$count(importLines, eq(importLines.runId, id))).toBe(0)
    const [run] = await shop.database.db.select().from(runs).where(eq(runs.id, id))
    expect(run?.state).toBe('cancelled')
  })
})
