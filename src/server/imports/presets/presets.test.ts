import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ImportKind } from '#contract/file-kinds.ts'
import { toWorkbook } from '../../input/xlsx/write-workbook.ts'
import { toZip } from '../../input/xlsx/zip.ts'
import { eraseSubscriberLines } from '../../privacy/erase-runs.ts'
import { workRun } from '../../runs/work-run.ts'
import { encodeBig5 } from '../../testing/big5.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { multipart } from '../../testing/test-pictures.ts'
import { openTestShop, shopPrefix, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query('delete from runs')
  await shop.database.pool.query('update variants set archived_at = now()')
  await shop.database.pool.query('update products set deleted_at = now()')
})

type Files = Record<string, Buffer | string>
const sample = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url))
const samples = async (...names: string[]): Promise<Files> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await sample(name)])))

async function send(kind: ImportKind, files: Files, fields: Record<string, string> = {}) {
  const form = multipart([
    ...Object.entries(fields).map(([name, bytes]) => ({ name, bytes })),
    ...Object.entries(files).map(([filename, bytes]) => ({ name: 'file', filename, bytes })),
  ])
  const url = `${shopPrefix}/admin/import/${kind}`
  const response = await owner.inject({ method: 'POST', url, ...form })
  return { status: response.statusCode, body: response.json() }
}
const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })

async function dryRun(kind: ImportKind, files: Files, fields?: Record<string, string>) {
  const { status, body } = await send(kind, files, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  const { run, ...read } = body
  await work(run.id)
  return { ...read, id: run.id, ...(await owner.get(`/admin/run/${run.id}/lines`)).body }
}
async function imported(kind: ImportKind, files: Files, fields?: Record<string, string>) {
  const checked = await dryRun(kind, files, fields)
  expect(checked.lines.flatMap(({ errors }: { errors: unknown[] }) => errors)).toEqual([])
  expect((await owner.post(`/admin/run/${checked.id}/start`, {})).status).toBe(200)
  await work(checked.id)
  return checked
}

interface Shown {
  id: string
  variants?: { id: string }[]
}

/** The products of the shop as the staff see them, without what tells two of them apart. */
async function shownProducts() {
  const { body } = await owner.get('/admin/products/all')
  return Object.values(body.products as Record<string, Shown>)
    .map((product) => {
      const {
        id: _,
        num: __,
        variants_version: ___,
        variants,
        ...rest
      } = product as never as {
        [key: string]: unknown
        title: string
        variants?: Record<string, unknown>[]
      }
      return { ...rest, variants: variants?.map(({ id: _id, ...variant }) => variant) }
    })
    .toSorted((one, other) => (String(one.title) < String(other.title) ? -1 : 1))
}

const at = (name: string) => `https://pictures.example/${name}`
const filter = {
  title: '手沖咖啡濾紙',
  category: '咖啡器具',
  unit: '件',
  ...{ origin_price: 150, price: 120, is_enabled: 1 },
  imageUrl: at('filter.jpg'),
  imagesUrl: [at('filter-2.jpg')],
  description: '百張一包<br />適合 01 與 02 濾杯',
  options: [
    { name: '顏色', values: ['原木', '漂白'] },
    { name: '尺寸', values: ['01', '02'] },
  ],
}
const variants = [
  { option_values: ['原木', '01'], price: 120, sku: '00123', barcode: '0471000000012', left: 10 },
  { option_values: ['原木', '02'], price: 150, sku: '00124', left: 0 },
  { option_values: ['漂白', '02'], price: 150, sku: '00125', left: 5, imageUrl: at('white.jpg') },
]
const tea = {
  title: '阿里山烏龍茶',
  category: '茶',
  unit: '件',
  ...{ origin_price: 1200, price: 980, is_enabled: 0, weight_g: 150 },
  imageUrl: at('tea.jpg'),
  description: '春茶，焙火',
  initial_stock: 20,
}

interface Differences {
  filter?: object
  variant?: (variant: (typeof variants)[number]) => object
  tea?: object
}

/** The two products of every sample as an owner types them, as far as the file says so. */
async function typeByHand({ filter: ofFilter, variant, tea: ofTea }: Differences) {
  const typed = variants.map((one) => {
    const { left: _, ...input } = one
    const own = { origin_price: 150, is_enabled: 1, weight_g: 250 }
    return { ...own, ...input, ...variant?.(one) }
  })
  const made = await owner.post('/admin/product', { ...filter, variants: typed, ...ofFilter })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect((await owner.post('/admin/product', { ...tea, ...ofTea })).status).toBe(200)
  const { body } = await owner.get('/admin/products/all')
  const products = Object.values(body.products as Record<string, Shown & { title: string }>)
  const ids = products.find(({ title }) => title === filter.title)?.variants ?? []
  for (const [index, { left }] of variants.entries()) {
    const counted = await owner.put(`/admin/stock/${ids[index]?.id}`, {
      ...{ on_hand: left, reason: 'counted' },
    })
    expect(counted.status, JSON.stringify(counted.body)).toBe(200)
  }
}

const cases: [preset: string, files: string[], differences: Differences][] = [
  [
    'shopee',
    ['shopee-basic.xlsx', 'shopee-sales.xlsx', 'shopee-media.xlsx'],
    {
      filter: {
        ...{ category: '未分類', is_enabled: 0, origin_price: 120 },
        description: '<p>百張一包<br />適合 01 與 02 濾杯</p><p>請存放於乾燥處 &amp; 避光</p>',
        // The workbook of the pictures names the first option alone.
        options: [filter.options[0], { name: '規格 2', values: ['01', '02'] }],
      },
      variant: ({ price }) => ({
        ...{ origin_price: price, is_enabled: 0, weight_g: null, imageUrl: '' },
      }),
      tea: {
        category: '未分類',
        origin_price: 980,
        weight_g: null,
        description: '<p>春茶，焙火</p>',
      },
    },
  ],
  [
    'shopline',
    ['shopline.xlsx'],
    { filter: { content: '百張一包', description: '<p>百張一包<br>適合 01 與 02 濾杯</p>' } },
  ],
  ['waca', ['waca.csv'], { variant: () => ({ imageUrl: '' }) }],
  [
    'woocommerce',
    ['woocommerce.csv'],
    {
      filter: {
        content: '百張一包',
        description: '<p>百張一包<br />適合 01 與 02 濾杯</p>\n<p>請避光</p>',
      },
      tea: { sides_mm: [100, 85, 85] },
    },
  ],
  [
    'shopify',
    ['shopify.csv'],
    { filter: { description: '<p>百張一包\n<br>適合 01 與 02 濾杯</p>' } },
  ],
]

it.each(cases)(
  'products of %s, with variants, Big5 or BOM, leading zeros and line breaks in cells, are those that are typed by hand (OPEN-01)',
  async (preset, names, differences) => {
    const read = await imported('products', await samples(...names))
    expect(read.preset).toBe(preset)
    expect(read.sums).toEqual({ new: 5, changed: 0, same: 0, error: 0 })
    const here = await shownProducts()
    expect(here).toHaveLength(2)
    await shop.database.pool.query('update variants set archived_at = now()')
    await shop.database.pool.query('update products set deleted_at = now()')
    await typeByHand(differences)
    expect(here).toEqual(await shownProducts())
  },
)

it('an import from another shop is undone as any, and tells where a faulty row stands (OPEN-01)', async () => {
  const text = (await sample('shopify.csv')).toString()
  const broken = await dryRun('products', { 'shopify.csv': text.replace('150.00,,', '面議,,') })
  const faults = broken.lines.flatMap(
    ({ place, errors }: { place: string; errors: { column: string; reason: string }[] }) =>
      errors.map(({ column, reason }) => [place, column, reason]),
  )
  expect(faults).toContainEqual(['第 3 列', '售價', '「面議」不是 0 以上的整數'])
  expect(faults).toContainEqual(['第 2 列', '', '同一商品的第 3 列有錯誤'])
  const url = `${shopPrefix}/admin/run/${broken.id}/errors`
  const [heading] = (await owner.inject({ url })).body.split('\r\n')
  expect(heading).toMatch(/^\uFEFF標題,分類,單位,.*,錯誤$/)
  const two = { 'a.csv': '編號,標題\r\n', 'b.csv': '編號,標題\r\n' }
  expect((await send('products', two)).body.message).toBe('本店格式的檔案一次只能匯入一個')

  const { id } = await imported('products', { 'shopify.csv': text })
  expect((await owner.post(`/admin/run/${id}/undo`)).status).toBe(200)
  await work(id)
  expect((await owner.get(`/admin/run/${id}`)).body.run).toMatchObject({ undone: 2, kept: 0 })
  expect(await shownProducts()).toEqual([])
})

it('what is sold beyond its stock has none left, and what is not tracked is not counted (OPEN-01)', async () => {
  const text = (await sample('shopify.csv')).toString()
  const oversold = text.replace('shopify,0,', 'shopify,-3,').replace('shopify,5,', ',5,')
  const { lines } = await dryRun('products', { 'shopify.csv': oversold })
  const stock = lines
    .slice(1, 4)
    .map(
      ({ changes }: { changes: { column: string; after: string }[] }) =>
        changes.find(({ column }) => column === '庫存')?.after,
    )
  expect(stock).toEqual(['10', '0', undefined])
})

it('columns that nobody knows are matched by hand, and the match is remembered (OPEN-01)', async () => {
  const file = { 'a.csv': encodeBig5('品項,要價,牌價,備註\r\n茶,80,100,x\r\n') }
  const refused = await send('products', file, { preset: 'waca' })
  expect([refused.status, refused.body.code]).toEqual([400, 'IMPORT_COLUMNS'])
  expect(refused.body.message).toBe('缺少欄位：標題、售價')
  expect(refused.body.matching.columns).toEqual([
    { word: '品項', sample: '茶' },
    { word: '要價', sample: '80' },
    { word: '牌價', sample: '100' },
    { word: '備註', sample: 'x' },
  ])
  const columns = JSON.stringify({ 品項: 'title', 要價: 'price', 牌價: 'former_price' })
  await imported('products', file, { preset: 'waca', columns })
  const [product] = await shownProducts()
  expect(product).toMatchObject({ title: '茶', price: 80, origin_price: 100 })

  const again = await dryRun('products', file, { preset: 'waca' })
  expect(again.columns.map(({ field }: { field?: string }) => field)).toEqual([
    ...['title', 'price', 'former_price', undefined],
  ])
  const own = await dryRun(
    'products',
    { 'a.csv': '編號,品項\r\n,茶\r\n' },
    {
      columns: JSON.stringify({ 品項: 'title' }),
    },
  )
  expect([own.preset, own.lines[0].title]).toEqual(['own', '茶'])
  for (const wrong of ['[1]', '{"品項":"nothing"}', '{"\\u0000":"title"}']) {
    const { body } = await send('products', file, { preset: 'waca', columns: wrong })
    expect([wrong, body.code]).toEqual([wrong, 'INVALID_INPUT'])
  }
})

it('a workbook of the shop is read as its CSV file is, whatever its cells are (OPEN-01)', async () => {
  const heading = ['編號', '標題', '分類', '單位', '原價', '售價', '啟用', '庫存']
  const rows = [
    heading,
    ['', '10-20', '茶', '包', 100, 80, '是', 7],
    ['', '007', '茶', '包', 9, 9, '否', ''],
  ]
  const file = await toWorkbook([{ name: '產品', widths: [], rows }])
  const { sums } = await imported('products', { 'a.xlsx': file })
  expect(sums).toMatchObject({ new: 2, error: 0 })
  const { rows: kept } = await shop.database.pool.query(
    `select title, on_hand from products left join stock on stock.product_id = products.id
     where deleted_at is null order by title`,
  )
  expect(kept).toEqual([
    { title: '007', on_hand: null },
    { title: '10-20', on_hand: 7 },
  ])
})

it('workbooks that are bombs, locked or none are refused with what is wrong (OPEN-01)', async () => {
  const part = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
  const links = part(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  )
  const book = part(
    'xl/workbook.xml',
    '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
  )
  const sheet = (xml: string) => part('xl/worksheets/sheet1.xml', xml)
  const entities = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const row = '<row r="2"><c><v>1</v></c></row>'
  const twice = `<worksheet><sheetData>${row}${row}</sheetData></worksheet>`
  const bomb = Buffer.alloc(80 * 1024 * 1024, ' ')
  const locked = await toZip([book])
  locked.writeUInt16LE(1, locked.indexOf('PK\x01\x02') + 8)
  const files: [Buffer, string][] = [
    [
      await toZip([book, links, { name: 'xl/worksheets/sheet1.xml', bytes: bomb }]),
      '檔案解壓縮後過大',
    ],
    [await toZip([book, links, sheet(`${entities}<worksheet>&b;</worksheet>`)]), 'DOCTYPE'],
    [await toZip([book, links, sheet('<worksheet><row></worksheet>')]), '檔案已損壞'],
    [await toZip([book, links, sheet(twice)]), '檔案已損壞'],
    [await toZip([part('word/document.xml', '<a/>')]), '不是 Excel 檔案'],
    [locked, '檔案有密碼'],
    [Buffer.from('PK\x03\x04 and nothing else'), '檔案已損壞'],
  ]
  for (const [file, message] of files) {
    const { status, body } = await send('products', { 'a.xlsx': file })
    expect([status, body.code]).toEqual([400, 'IMPORT_UNREADABLE'])
    expect(body.message).toContain(message)
  }
})

it('of customers those who agreed come along, with the words of the file, and go with the undo (OPEN-01)', async () => {
  const kept = async () =>
    (
      await shop.database.pool.query(
        'select email, consent, confirmed_at is not null as is_confirmed from newsletter_subscribers',
      )
    ).rows
  const erased = await dryRun('subscribers', await samples('shopify-customers.csv'))
  await eraseSubscriberLines(shop.database.db, ['Ming@Example.com'])
  const { lines } = (await owner.get(`/admin/run/${erased.id}/lines`)).body
  expect(lines.map(({ line }: { line: number }) => line)).toEqual([3, 4])

  const checked = await dryRun('subscribers', await samples('shopify-customers.csv'))
  expect(checked.sums).toEqual({ new: 1, changed: 0, same: 1, error: 1 })
  expect(checked.lines.map(({ title }: { title: string }) => title)).toEqual([
    ...['m***@example.com', 'm***@example.com', ''],
  ])
  await owner.post(`/admin/run/${checked.id}/start`, { skips_errors: true })
  await work(checked.id)
  const { rows: entries } = await shop.database.pool.query(
    'select input from run_entries where run_id = $1',
    [checked.id],
  )
  expect(entries).toEqual([{ input: {} }])
  expect(await kept()).toEqual([
    {
      email: 'ming@example.com',
      consent: '由匯入的名單記載：同意接收電子報為「yes」',
      is_confirmed: true,
    },
  ])
  expect((await owner.post(`/admin/run/${checked.id}/undo`)).status).toBe(200)
  await work(checked.id)
  expect(await kept()).toEqual([])
})
