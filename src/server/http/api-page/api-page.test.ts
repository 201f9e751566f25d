import { expect, it, onTestFinished } from 'vitest'
import { keyPermissions } from '#contract/permissions.ts'
import { contractEndpoints } from '../../testing/contract-endpoints.ts'
import { openTestShop, shopPrefix } from '../../testing/test-shop.ts'
import { identityPaths } from './identity-calls.ts'

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
  expect(all.body.length).toBeLessThan(400_000)
  const links = all.body.matchAll(/<a href="(\/docs\?q=[^"]+)"/g)
  const named = [...links].map(([, path = '']) => path.replaceAll('&amp;', '&'))
  const few = named.filter((_, index) => index % 40 === 0)
  expect(few.length).toBeGreaterThan(5)
  for (const path of few) {
    expect((await guest.inject(path)).body.match(/<details open>/g)).toHaveLength(1)
  }
  const some = await guest.inject('/docs?q=refund post')
  expect(some.body).toContain('/admin/order/{id}/refund')
  expect(some.body).not.toContain('{shop}/cart')
  expect((some.body.match(/<details>/g) ?? []).length).toBeLessThan(20)
  const restore = await guest.inject('/docs?q=trash/restore post')
  expect(restore.body).toContain('catalog.write or coupon.write or order.write')
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

it('has every mounted call, each with what it asks of its caller (OPEN-04)', async () => {
  const shop = await openTestShop()
  onTestFinished(() => shop.close())
  await shop.app.ready()
  const { paths } = (await shop.guest().inject('/openapi.json')).json()
  const endpoints = await contractEndpoints()
  expect(endpoints.length).toBeGreaterThan(300)
  for (const { method, path, caller, permission, isSensitive } of endpoints) {
    const url = path.replace('{shop}', shopPrefix).replaceAll(/:(\w+)/g, '{$1}')
    const call = paths[url]?.[method.toLowerCase()]
    expect(call, `${method} ${path}`).toMatchObject({
      'x-caller': caller,
      ...(permission !== undefined && { 'x-permission': permission }),
      ...(isSensitive && { 'x-sensitive': true }),
    })
    const isForKeys =
      !isSensitive && keyPermissions.some((one) => [permission].flat().includes(one))
    const named = (call.security ?? []).flatMap((one: object) => Object.keys(one))
    expect([method, path, named.includes('apiKey')]).toEqual([method, path, isForKeys])
  }
  for (const [path, calls] of Object.entries(identityPaths())) {
    expect(paths[path]).toBeDefined()
    for (const method of Object.keys(calls)) {
      const route = { method: method.toUpperCase() as 'GET', url: path.replace(/:(?=\w+$)/, '::') }
      expect([path, shop.app.hasRoute(route)]).toEqual([path, true])
    }
  }
})

it('leaves the identity provider out where members sign in elsewhere (OPEN-04)', async () => {
  const guest = await open({
    FIREBASE_PROJECT_ID: 'a-project',
    FIREBASE_API_KEY: 'a-key',
    FIREBASE_KEYS_URL: 'http://127.0.0.1:1/keys',
  })
  const { paths } = (await guest.inject('/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => path.includes('googleapis'))).toEqual([])
})
