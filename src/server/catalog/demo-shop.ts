import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { ProductOption } from '#contract/catalog.ts'
import { markDemoRows, noteDemoLoaded, readDemoState } from '../db/demo-rows.ts'
import { createId } from '../db/id.ts'
import { articles } from '../db/tables/articles.ts'
import { products } from '../db/tables/catalog.ts'
import { coupons } from '../db/tables/coupons.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { root } from '../programs.ts'
import { writeProductTerms } from './product-terms.ts'
import { planVariants } from './variant-plan.ts'
import { writeVariants } from './variants.queries.ts'

interface DemoVariant {
  option_values: string[]
  price: number
  origin_price: number
  imageUrl?: string
  sku: string
  /** It is counted from the beginning. */
  on_hand?: number
}

interface DemoProduct {
  title: string
  category: string
  content: string
  description: string
  unit: string
  origin_price: number
  price: number
  imageUrl: string
  imagesUrl: string[]
  is_enabled: 0 | 1
  /** Both or neither. */
  options?: ProductOption[]
  variants?: DemoVariant[]
}

/** Pieces of a demo variant that is counted. */
interface DemoStock {
  variantId: string
  onHand: number
}

/** The part of the picture store that the demo shop needs. */
interface ImageStore {
  has(name: string): Promise<boolean>
  put(file: { name: string; bytes: Buffer }): Promise<void>
}

const folder = join(root, 'demo')
const farAhead = Date.UTC(2099, 11, 31, 15, 59, 59, 999)
const longAgo = Date.UTC(2020, 0, 1)

const demoCoupons = [
  { title: '新會員八折', code: 'frost', percent: 80, dueDate: farAhead, isEnabled: true },
  { title: '春季特賣', code: 'spring2019', percent: 70, dueDate: longAgo, isEnabled: true },
  { title: '尚未開放', code: 'comingsoon', percent: 50, dueDate: farAhead, isEnabled: false },
]

const dayMs = 24 * 60 * 60_000
const demoArticles = [
  {
    title: '秋茶團購開始接單',
    description: '今年的秋茶已完成焙火，湊滿就出貨。',
    content:
      '<p>今年的秋茶已完成焙火，與往年一樣以團購價供應。</p><ul><li>成團後依付款順序出貨</li><li>未成團不收款</li></ul>',
    daysAgo: 2,
  },
  {
    title: '連假出貨時間調整',
    description: '連假期間暫停出貨，收假後依訂單順序寄出。',
    content: '<p>連假期間物流停收，訂單照常受理，收假後第一個工作天起依訂單順序寄出。</p>',
    daysAgo: 9,
  },
  {
    title: '包裝改用紙材',
    description: '緩衝材全面換成可回收的紙材。',
    content: '<p>即日起包裹的緩衝材全面換成紙材，拆箱後可直接回收。</p>',
    daysAgo: 30,
  },
]

/**
 * Fills an empty shop with the demo's products, coupons and pictures; a shop in use is left alone,
 * and so is one whose demo was cleared. `alsoWrite` runs in the same transaction.
 */
export async function loadDemoShop(
  db: NodePgDatabase,
  pictures: ImageStore,
  say: (line: string) => void,
  alsoWrite: (tx: Transaction, counted: DemoStock[]) => Promise<void> = async () => undefined,
): Promise<void> {
  if (await isInUse(db)) return recogniseDemo(db)
  if ((await readDemoState(db)).isCleared) return
  say('Loading the demo shop')
  await uploadDemoImages(pictures)
  const demo = await readDemoProducts()
  await transaction(db, async (tx) => {
    // Two nodes that start at once on one database load it once.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo shop'))`)
    if ((await isInUse(tx)) || (await readDemoState(tx)).isCleared) return
    // The list shows the newest first, so the first of the file comes last.
    const rows = demo.toReversed().map(toRows)
    await tx.insert(products).values(rows.map(({ product }) => product))
    for (const { product, plan } of rows) if (plan) await writeVariants(tx, product.id, plan)
    const productIds = rows.map(({ product }) => product.id)
    await writeProductTerms(tx, productIds)
    const articleRows = demoArticles.map(toArticleRow)
    await tx.insert(articles).values(articleRows)
    const couponRows = demoCoupons.map((coupon) => ({
      ...coupon,
      id: createId(),
      dueAt: new Date(coupon.dueDate),
      extra: {},
    }))
    await tx.insert(coupons).values(couponRows)
    await noteDemoLoaded(tx)
    await markDemoRows(tx, 'product', productIds)
    await markDemoRows(
      tx,
      'article',
      articleRows.map(({ id }) => id),
    )
    await markDemoRows(
      tx,
      'coupon',
      couponRows.map(({ id }) => id),
    )
    await alsoWrite(
      tx,
      rows.flatMap(({ counted }) => counted),
    )
  })
}

/**
 * Marks the demo that a release without marks has loaded: what still stands as that release wrote
 * it. What somebody has made their own since is no demo any more.
 */
async function recogniseDemo(db: NodePgDatabase): Promise<void> {
  if ((await readDemoState(db)).isLoaded) return
  const demo = await readDemoProducts()
  const known = demo.map(({ title, imageUrl }) => ({ title, imageUrl }))
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo shop'))`)
    if ((await readDemoState(tx)).isLoaded) return
    const { rowCount } = await tx.execute(sql`
      insert into demo_rows (kind, id)
      select 'product', products.id from products
      join jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as demo (title text, "imageUrl" text)
        on demo.title = products.title and demo."imageUrl" = products.image_url
      on conflict do nothing`)
    if (!rowCount) return
    await tx.execute(sql`
      insert into demo_rows (kind, id)
      select 'coupon', coupons.id from coupons
      join jsonb_to_recordset(${JSON.stringify(demoCoupons)}::jsonb) as demo (title text, code text)
        on demo.title = coupons.title and demo.code = coupons.code
      on conflict do nothing`)
    await tx.execute(sql`
      insert into demo_rows (kind, id)
      select 'article', articles.id from articles
      join jsonb_to_recordset(${JSON.stringify(demoArticles)}::jsonb) as demo (title text, content text)
        on demo.title = articles.title and demo.content = articles.content
      on conflict do nothing`)
    await noteDemoLoaded(tx)
  })
}

async function readDemoProducts(): Promise<DemoProduct[]> {
  return JSON.parse(await readFile(join(folder, 'products.json'), 'utf8'))
}

/** The names of the demo's picture files. */
export function listDemoPictures(): Promise<string[]> {
  return readdir(join(folder, 'uploads'))
}

async function isInUse(db: Pick<NodePgDatabase, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 where exists (select from products) or exists (select from coupons)`,
  )
  return rows.length > 0
}

/** In parallel: each file is synced to the disk, and most of that time is waiting. */
async function uploadDemoImages(pictures: ImageStore): Promise<void> {
  const names = await listDemoPictures()
  const shelve = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      if (await pictures.has(name)) continue
      await pictures.put({ name, bytes: await readFile(join(folder, 'uploads', name)) })
    }
  }
  await Promise.all(Array.from({ length: 32 }, shelve))
}

function toRows(demo: DemoProduct) {
  const { options = [], variants = [] } = demo
  const product = {
    id: createId(),
    title: demo.title,
    category: demo.category,
    content: demo.content,
    description: demo.description,
    imageUrl: demo.imageUrl,
    imagesUrl: demo.imagesUrl,
    isEnabled: demo.is_enabled === 1,
    originPrice: demo.origin_price,
    price: demo.price,
    unit: demo.unit,
    options,
    extra: {},
  }
  if (variants.length === 0) return { product, counted: [] }
  const given = variants.map(({ option_values, origin_price, imageUrl = '', price, sku }) => ({
    ...{ optionValues: option_values, originPrice: origin_price, imageUrl, price, sku },
  }))
  const plan = planVariants(product, [], { options, variants: given })
  const counted = plan.saved.flatMap(({ id, position }): DemoStock | [] => {
    const onHand = variants[position]?.on_hand
    return onHand === undefined ? [] : { variantId: id, onHand }
  })
  return { product: { ...product, ...plan.prices }, plan, counted }
}

function toArticleRow({ daysAgo, ...article }: (typeof demoArticles)[number]) {
  const dated = new Date(Date.now() - daysAgo * dayMs)
  return {
    ...article,
    id: createId(),
    author: '店主',
    image: '',
    tags: [],
    isPublic: true,
    createAt: toEpochSeconds(dated),
    dated,
    extra: {},
  }
}
