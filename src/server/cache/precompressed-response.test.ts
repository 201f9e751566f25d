import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PrecompressedResponse } from './precompressed-response.ts'

const reply = { words: '日常好物，一起買更好'.repeat(100) }
const json = JSON.stringify({ success: true, ...reply })
const response = new PrecompressedResponse(reply)
const app = Fastify()
app.get('/long', (request, reply) => response.send(request, reply))
app.get('/short', (request, reply) => new PrecompressedResponse({}).send(request, reply))

beforeAll(() => app.ready())
afterAll(() => app.close())

function ask(headers: Record<string, string>, url = '/long') {
  return app.inject({ url, headers })
}

describe('a precompressed response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=1.0', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['gzip;q=0.0, br; q=0', undefined, (bytes: Buffer) => bytes],
    ['zstd, brotli', undefined, (bytes: Buffer) => bytes],
  ])(
    'answers Accept-Encoding %s in %s, with the same content in every encoding',
    async (accepted, encoding, open) => {
      const answer = await ask({ 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers.vary).toBe('Accept-Encoding')
      expect(open(answer.rawPayload).toString()).toBe(json)
    },
  )

  it('is not compressed when it is short', async () => {
    const { headers, payload } = await ask({ 'accept-encoding': 'br' }, '/short')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(payload).toBe('{"success":true}')
  })

  it('has an ETag and Cache-Control no-cache', async () => {
    const { headers } = await ask({})
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(headers.etag).toBe(new PrecompressedResponse(reply).etag)
    expect(headers.etag).not.toBe(new PrecompressedResponse({ ...reply, more: 1 }).etag)
  })

  it.each([
    ['its tag', response.etag],
    ['its tag among others', `"another", ${response.etag}`],
    ['its tag as a strong one', response.etag.slice(2)],
    ['any tag', '*'],
  ])('answers 304 when If-None-Match has %s', async (_, tag) => {
    const answer = await ask({ 'if-none-match': tag, 'accept-encoding': 'br' })
    expect(answer.statusCode).toBe(304)
    expect(answer.payload).toBe('')
    expect(answer.headers.etag).toBe(response.etag)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })

  it('answers 200 when If-None-Match has another tag', async () => {
    const answer = await ask({ 'if-none-match': 'W/"another"' })
    expect(answer.statusCode).toBe(200)
    expect(answer.payload).toBe(json)
  })
})
