import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReadyReply } from './ready-reply.ts'

const json = JSON.stringify({ words: '日常好物，一起買更好'.repeat(100) })
const ready = new ReadyReply(json)
const app = Fastify()
app.get('/long', (request, reply) => ready.send(request, reply))
app.get('/short', (request, reply) => new ReadyReply('{}').send(request, reply))

beforeAll(() => app.ready())
afterAll(() => app.close())

function ask(headers: Record<string, string>, url = '/long') {
  return app.inject({ url, headers })
}

describe('an answer that is kept ready', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=1.0', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['gzip;q=0.0, br; q=0', undefined, (bytes: Buffer) => bytes],
    ['zstd, brotli', undefined, (bytes: Buffer) => bytes],
  ])('goes to who accepts %s as %s, the same in every coding', async (accepted, coding, open) => {
    const response = await ask({ 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(coding)
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers.vary).toBe('Accept-Encoding')
    expect(open(response.rawPayload).toString()).toBe(json)
  })

  it('is not compressed when it is short', async () => {
    const { headers, payload } = await ask({ 'accept-encoding': 'br' }, '/short')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(payload).toBe('{}')
  })

  it('may be kept by its reader, who asks each time whether it is still so', async () => {
    const { headers } = await ask({})
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(headers.etag).toBe(new ReadyReply(json).etag)
    expect(headers.etag).not.toBe(new ReadyReply(`${json} `).etag)
  })

  it.each([
    ['its tag', ready.etag],
    ['its tag among others', `"another", ${ready.etag}`],
    ['its tag as a strong one', ready.etag.slice(2)],
    ['any tag', '*'],
  ])('is not sent again to who names %s', async (_, tag) => {
    const response = await ask({ 'if-none-match': tag, 'accept-encoding': 'br' })
    expect(response.statusCode).toBe(304)
    expect(response.payload).toBe('')
    expect(response.headers.etag).toBe(ready.etag)
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  it('is sent to who names another', async () => {
    const response = await ask({ 'if-none-match': 'W/"another"' })
    expect(response.statusCode).toBe(200)
    expect(response.payload).toBe(json)
  })
})
