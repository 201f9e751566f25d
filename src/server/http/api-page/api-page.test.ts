import { expect, it, onTestFinished } from 'vitest'
import { openTestShop } from '../../testing/test-shop.ts'

async function open(env: Record<string, string> = {}) {
  const shop = await openTestShop({ env })
  onTestFinished(() => shop.close())
  return shop.guest()
}

/** Text is escaped, so that every `<` begins a tag: those that run, style or load from elsewhere. */
function tagsThatReachOut(html: string): string[] {
  const reachesOut =
    /^<(?:script|style|iframe)\b|\s(?:style|on\w+)=|\s(?:href|src|action)="(?!\/[^/])/
  const tags = html.match(/<[a-z][^>]*>/gi) ?? []
  expect(tags.length).toBeGreaterThan(10)
  return tags.filter((tag) => reachesOut.test(tag))
}

it('shows the document without a script, and finds operations by their words (APIDOC-02)', async () => {
  const guest = await open()
  const all = await guest.inject('/docs')
  expect(all.statusCode).toBe(200)
  expect(all.headers['content-security-policy']).toContain("script-src 'self'")
  expect(tagsThatReachOut(all.body)).toEqual([])
  expect(all.body).toContain('/v2/api/shopping-minmin/order/{id}')
  const some = await guest.inject('/docs?q=refund post')
  expect(some.body).toContain('/admin/order/{id}/refund')
  expect(some.body).not.toContain('{shop}/cart')
  expect((some.body.match(/<details>/g) ?? []).length).toBeLessThan(20)
  const hostile = await guest.inject(`/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(hostile.body).not.toContain('<script>')
  expect(tagsThatReachOut(hostile.body)).toEqual([])
  expect((await guest.inject('/docs.css')).headers['content-type']).toContain('text/css')
})

it('is hidden by API_DOCS=0, with the document (APIDOC-03)', async () => {
  const guest = await open({ API_DOCS: '0' })
  for (const path of ['/docs', '/docs.css', '/openapi.json']) {
    expect((await guest.inject(path)).statusCode).toBe(404)
  }
})

it('is there in production (APIDOC-03)', async () => {
  const guest = await open({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    PAYMENTS: 'demonstration',
  })
  expect((await guest.inject('/openapi.json')).statusCode).toBe(200)
  expect((await guest.inject('/docs')).statusCode).toBe(200)
})

it('has what generators need: a name for each call, one schema of refusals, a server, valid paths (MEND-06)', async () => {
  const guest = await open()
  const { paths, servers, components } = (await guest.inject('/openapi.json')).json()
  type Operation = { operationId: string; responses: Record<string, { content: object }> }
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods as object))
  const names = calls.map(({ operationId }: Operation) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['getProducts', 'getAdminOrderById', 'postOrder']))
  expect(Object.keys(paths).filter((path) => !path.startsWith('/'))).toEqual([])
  expect(servers).toEqual([{ url: '/' }])
  expect(Object.keys(components.schemas)).toContain('Refusal')
  const first = calls[0] as Operation
  expect(first.responses['4XX']?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/Refusal' } },
  })
})
