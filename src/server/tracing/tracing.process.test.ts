import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type MainProcess, startMain } from '../testing/doubles/main-process.ts'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
  links?: { traceId: string }[]
}

let shop: TestShop
let collector: Server
let address: string
let isHanging = false
const spans: Span[] = []
beforeAll(async () => {
  shop = await openTestShop()
  collector = createServer(async (request, response) => {
    if (isHanging) return
    const { resourceSpans } = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(async () => {
  collector.closeAllConnections()
  collector.close()
  await shop.close()
})

/** Names every package of OpenTelemetry that the process asks for, bundled or not. */
const preload = `
  import { registerHooks } from 'node:module'
  registerHooks({ resolve(specifier, context, next) {
    if (/opentelemetry|open-telemetry/.test(specifier)) process.stdout.write('LOADED ' + specifier + '\\n')
    return next(specifier, context)
  } })`

async function start(env: Record<string, string>): Promise<{ node: MainProcess; url: string }> {
  const node = await startMain(shop.databaseUrl, { env, preload })
  onTestFinished(() => node.remove())
  await node.untilSaid('is open')
  const url = /http:\/\/[\w.]+:\d+/.exec(node.said())?.[0] ?? ''
  return { node, url }
}

async function order(url: string): Promise<string> {
  const product_id = await shop.product()
  const post = (path: string, data: object, cookie = '') =>
    fetch(`${url}${shopPrefix}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ data }),
    })
  const added = await post('/cart', { product_id, qty: 1 })
  const [cookie = ''] = added.headers.getSetCookie()
  const user = { name: '祕密人', email: 'marked@example.com', tel: '0987654321', address: '祕密路' }
  const placed = await post('/order', { user, message: '' }, cookie.split(';')[0])
  expect(placed.status).toBe(200)
  return ((await placed.json()) as { orderId: string }).orderId
}

const attribute = (span: Span, name: string) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0]

it('a request, its statements and the jobs that it causes are traced, without a value of anybody (TRACE-02, TRACE-03)', async () => {
  await shop.database.pool.query(
    `insert into webhooks (id, url, events, secret) values ('-traced', 'https://127.0.0.1/', '{order.placed}', '')`,
  )
  const { node, url } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const orderId = await order(url)
  // The job of the event has run once its failure is written.
  await expect
    .poll(async () => {
      const { rows } = await shop.database.pool.query('select attempts from webhook_deliveries')
      return rows[0]?.attempts
    })
    .toBe(1)
  await node.end('SIGTERM')
  const request = spans.find(({ name }) => name === `POST ${shopPrefix}/order`)
  if (!request) throw new Error(`no trace of the order among ${spans.length} spans`)
  expect([
    attribute(request, 'http.response.status_code'),
    attribute(request, 'http.route'),
  ]).toEqual([expect.anything(), `${shopPrefix}/order`])
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.map(({ traceId }) => traceId)).toEqual(statements.map(() => request.traceId))
  const texts = statements.map((span) => String(attribute(span, 'db.query.text')))
  expect(texts.some((text) => /insert into "orders"/.test(text))).toBe(true)
  expect(texts).toContain('commit')
  const job = spans.find(
    ({ name, links = [] }) =>
      name === 'job webhook.deliver' && links.some(({ traceId }) => traceId === request.traceId),
  )
  expect(job?.traceId).toEqual(expect.not.stringMatching(request.traceId))
  expect(spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true)
  const sent = JSON.stringify(spans)
  for (const secret of ['祕密', 'marked@example.com', '0987654321', orderId]) {
    expect(sent).not.toContain(secret)
  }
})

it('a collector that hangs holds up no request (TRACE-05)', async () => {
  isHanging = true
  const { node, url } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  expect(await order(url)).toEqual(expect.any(String))
  isHanging = false
  await node.end('SIGTERM')
})

it('without the variable nothing of OpenTelemetry is loaded (TRACE-01)', async () => {
  const before = spans.length
  const { node, url } = await start({})
  await order(url)
  await node.end('SIGTERM')
  expect([node.said().includes('LOADED'), spans.length]).toEqual([false, before])
})
