import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'minmin-web-'))
  await mkdir(join(webDir, 'assets'))
  const page = '<!doctype html><head><script id="shop-config"></script></head><body></body>'
  await writeFile(join(webDir, 'index.html'), page)
  await writeFile(join(webDir, 'assets/index-abc.js'), 'export {}')
  shop = await openTestShop({
    env: { WEB_DIR: webDir, CORS_ORIGINS: 'https://friend.example', DEVELOPMENT: '1' },
  })
})
afterAll(async () => {
  await shop.close()
  await rm(webDir, { recursive: true, force: true })
})

/** The policy as an object: the sources of each directive. */
function policyOf({ headers }: LightMyRequestResponse): Record<string, string> {
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  // A style element may stand there empty: that is the hash of nothing.
  'style-src': `'self' 'sha256-${createHash('sha256').update('').digest('base64')}'`,
  // Style attributes are set by the libraries of the screens.
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' https: data: blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'dompurify inert-markup shop-worker',
}

describe('the policy of the pages', () => {
  it('SESSION-20 F1 C16 is this and nothing more, on home and on any other page', async () => {
    for (const path of ['/', '/main/cart']) {
      expect(policyOf(await shop.app.inject(path)), path).toEqual(policy)
    }
  })

  it('F1 names no third party and no inline script', async () => {
    const page = await shop.app.inject('/')
    expect(JSON.stringify(policyOf(page))).not.toMatch(/https:\/\/|unsafe-eval|wasm|\*/)
    expect(policyOf(page)['script-src']).toBe("'self'")
  })

  it('F1 C16 with a real Firebase project, its two hosts may be called and nothing else', async () => {
    const env = { FIREBASE_PROJECT_ID: 'tea', FIREBASE_API_KEY: 'key', WEB_DIR: webDir }
    const firebase = await openTestShop({ env })
    const page = policyOf(await firebase.app.inject('/'))
    expect(page['connect-src']).toBe(
      "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    )
    await firebase.close()
  })
})

const answers: [string, () => Promise<LightMyRequestResponse>][] = [
  ['the page', () => shop.app.inject('/')],
  ['a script', () => shop.app.inject('/assets/index-abc.js')],
  ['an unknown address', () => shop.app.inject('/nothing.js')],
  ['an unknown picture', () => shop.app.inject('/uploads/x.jpg')],
  ['the document of the API', () => shop.app.inject('/openapi.json')],
]

const onEveryAnswer = {
  'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

describe('every answer', () => {
  it.each(answers)(
    'F1 %s carries the companions of the policy, and says nothing of its maker',
    async (_, ask) => {
      const response = await ask()
      expect(policyOf(response)).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
      })
      expect(response.headers).toMatchObject({
        ...onEveryAnswer,
        'referrer-policy': expect.stringMatching(/^strict-origin|^no-referrer$/),
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(response.headers).not.toHaveProperty('server')
      expect(response.headers).not.toHaveProperty('x-powered-by')
    },
  )

  it.each<[string, number, InjectOptions]>([
    ['an answer of the API', 200, { url: `${shopPrefix}/products` }],
    ['a personal answer', 200, { url: `${shopPrefix}/cart` }],
    ['a refusal', 403, { url: '/v2/api/another-shop/products' }],
    ['an unknown call', 404, { url: `${shopPrefix}/nothing` }],
    [
      'a body that is no JSON',
      400,
      {
        method: 'POST',
        url: `${shopPrefix}/cart`,
        payload: '{',
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'an answer of the provider',
      400,
      {
        method: 'POST',
        url: '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=minmin',
        payload: {},
      },
    ],
    [
      'a refresh',
      400,
      { method: 'POST', url: '/securetoken.googleapis.com/v1/token?key=minmin', payload: {} },
    ],
  ])('F1 %s is no document, wherever it is opened', async (_, status, request) => {
    const response = await shop.app.inject(request)
    expect(response.statusCode).toBe(status)
    expect(policyOf(response)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(response.headers).toMatchObject(onEveryAnswer)
    expect(response.headers).not.toHaveProperty('server')
    expect(response.headers).not.toHaveProperty('x-powered-by')
  })

  it.each([
    ['GET', `${shopPrefix}/cart`],
    ['GET', `${shopPrefix}/orders`],
    ['GET', `${shopPrefix}/order/-none`],
    ['GET', `${shopPrefix}/admin/orders`],
    ['POST', '/v2/api/user/check'],
    ['POST', '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=minmin'],
    ['POST', '/securetoken.googleapis.com/v1/token?key=minmin'],
  ] as const)('F7 %s %s is kept by nobody on the way', async (method, url) => {
    const { headers } = await shop.app.inject({ method, url })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toMatch(/^application\/json; ?charset=utf-8$/i)
  })

  it('F7 what differs by who asks, and how, says so to caches', async () => {
    for (let made = 0; made < 12; made++) await shop.product()
    const { headers } = await shop.app.inject({
      url: `${shopPrefix}/products`,
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers['content-encoding']).toBe('gzip')
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding')
    expect(String(headers.vary).toLowerCase()).toContain('origin')
  })

  it('F5 what a page of a friend may send is asked once in ten minutes', async () => {
    const { headers } = await shop.app.inject({
      method: 'OPTIONS',
      url: `${shopPrefix}/cart`,
      headers: { origin: 'https://friend.example', 'access-control-request-method': 'POST' },
    })
    expect(headers).toMatchObject({
      'access-control-max-age': '600',
      'access-control-allow-origin': 'https://friend.example',
    })
    expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, DELETE')
  })
})
