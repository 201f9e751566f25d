import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchPublic } from '../../http/fetch-public.ts'
import { workRun } from '../../runs/work-run.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { multipart, photograph } from '../../testing/test-pictures.ts'
import { openTestShop, shopPrefix, type TestShop } from '../../testing/test-shop.ts'
import { createLocalStore } from '../../uploads/local-store.ts'
import { fetchPictures } from './fetch-pictures.ts'

let shop: TestShop
let owner: TestAdministrator
let server: Server
let folder: string
/** The other shop. */
let other: string
let isBusy = true
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const picture = await photograph(600, 400)
  server = createServer((request, response) => {
    const isLate = request.url?.startsWith('/late') && isBusy
    if (isLate) response.writeHead(503).end()
    else if (request.url?.startsWith('/page'))
      response.setHeader('content-type', 'text/html').end('<p>')
    else response.setHeader('content-type', 'image/jpeg').end(picture)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await shop.close()
  await rm(folder, { recursive: true })
})

const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })
const rows = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows

it('brings pictures here, into variants and descriptions too, tells which it could not, and leaves the undo (OPEN-01)', async () => {
  const text = [
    'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant Price,Image Src,Variant Image',
    `tea,茶,"<p>見圖<img src=""${other}/in-text.jpg?a=1&b=2""></p>",口味,原味,80,${other}/main.jpg,${other}/late.jpg`,
    `tea,,,,抹茶,90,${other}/page.jpg,`,
  ].join('\n')
  const url = `${shopPrefix}/admin/import/products`
  const form = multipart([{ name: 'file', filename: 'a.csv', bytes: text }])
  const { run } = (await owner.inject({ method: 'POST', url, ...form })).json()
  await work(run.id)
  expect((await owner.post(`/admin/run/${run.id}/start`, {})).status).toBe(200)
  await work(run.id)
  const [job] = await rows(`select data from pgboss.job where name = 'import.fetch-pictures'`)
  const { productId } = job.data
  const pictures = async () => (await owner.get(`/admin/run/${run.id}/pictures`)).body
  expect(await pictures()).toMatchObject({ done: 0, waiting: 4, failed: 0 })

  const store = createLocalStore(folder)
  const { db } = shop.database
  const attempt = (isLast: boolean) =>
    fetchPictures(
      {
        db,
        pictures: store,
        fetchPicture: (address) =>
          fetchPublic(address, { timeoutMs: 5_000, maxBytes: 1_000_000, allowsPrivate: true }),
      },
      job.data,
      { signal: new AbortController().signal, isLast },
    )
  await expect(attempt(false)).rejects.toThrow('1 pictures')
  expect(await pictures()).toMatchObject({ done: 2, waiting: 1, failed: 1 })
  isBusy = false
  await attempt(false)
  // A second run finds nothing to do.
  await attempt(true)
  expect(await pictures()).toMatchObject({
    ...{ done: 3, waiting: 0, failed: 1 },
    failures: [{ product_id: productId, address: `${other}/page.jpg`, reason: '不是圖片' }],
  })
  const [product] = await rows('select * from products where id = $1', [productId])
  const own = /^\/uploads\/[0-9a-f]{32}-600x400\.jpg$/
  expect(product.image_url).toMatch(own)
  expect(product.images_url).toEqual([`${other}/page.jpg`])
  expect(product.description).toMatch(/<img src="\/uploads\/[0-9a-f]{32}-600x400\.jpg" ?\/?>/)
  const shown = await rows(
    'select image_url from variants where product_id = $1 order by position',
    [productId],
  )
  expect(shown[0].image_url).toMatch(own)
  expect(await store.has(product.image_url.replace('/uploads/', ''))).toBe(true)

  expect((await owner.post(`/admin/run/${run.id}/undo`)).status).toBe(200)
  await work(run.id)
  expect((await owner.get(`/admin/run/${run.id}`)).body.run).toMatchObject({ undone: 1, kept: 0 })
})

it('the shop itself fetches from no private network (OPEN-01)', async () => {
  const productId = await shop.product({ imageUrl: `${other}/main.jpg` })
  const [{ id: runId }] = await rows('select id from runs limit 1')
  await rows(`insert into imported_pictures (run_id, product_id, address) values ($1, $2, $3)`, [
    ...[runId, productId, `${other}/main.jpg`],
  ])
  const { db } = shop.database
  const attempt = { signal: new AbortController().signal, isLast: true }
  await fetchPictures({ db, pictures: createLocalStore(folder) }, { runId, productId }, attempt)
  const [row] = await rows('select state from imported_pictures where product_id = $1', [productId])
  expect(row.state).toBe('failed')
})
