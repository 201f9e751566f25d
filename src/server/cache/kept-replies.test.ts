import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRaw } from '../testing/raw-socket.ts'
import { createKeptReplies, type KeptReplies } from './kept-replies.ts'
import { ReadyReply } from './ready-reply.ts'

let version: number | null
let answered: string[]
let app = Fastify()
let kept: KeptReplies

beforeEach(() => open({ publicUrl: null, trustedProxies: [] }))

async function open(config: Parameters<typeof createKeptReplies>[0]): Promise<void> {
  version = 1
  answered = []
  app = Fastify()
  kept = createKeptReplies(config, () => version)
  kept.standBefore(app.server)
  const hooks = {
    onRequest: (request: FastifyRequest, _: unknown, next: () => void) => {
      kept.note(request)
      next()
    },
    onSend: kept.keep,
  }
  app.addHook('onRequest', (_, reply, next) => {
    reply.headers({ vary: 'Origin', 'x-frame-options': 'DENY' })
    next()
  })
  app.get('/text', hooks, ({ url }) => `told ${answered.push(url)} times`)
  app.get('/*', hooks, async (request, reply) => {
    answered.push(request.url)
    const words = `state ${version} ${'日常好物'.repeat(200)}`
    if (request.url === '/overtaken') {
      version = 2
      await ask('/page')
    }
    const code = request.url === '/missing' ? 404 : 200
    return new ReadyReply(JSON.stringify(words)).send(request, reply.code(code))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(() => app.close())

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const address = app.listeningOrigin
  const response = await fetch(`${address}${path}`, { headers, method } as RequestInit)
  const { date: _, ...head } = Object.fromEntries(response.headers)
  return { status: response.status, head, text: await response.text() }
}

it('answers the same question from memory, with every header and byte of the first answer', async () => {
  const first = await ask('/page?a=1')
  const again = await ask('/page?a=1')
  expect(again).toEqual(first)
  expect(first.head).toMatchObject({
    vary: 'Origin, Accept-Encoding',
    'content-encoding': 'gzip',
    'x-frame-options': 'DENY',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answered).toEqual(['/page?a=1'])
})

it.each<[string, string, Record<string, string>, string?]>([
  ['another address', '/page?a=2', {}],
  ['another coding', '/page', { 'accept-encoding': 'br' }],
  ['a foreign page', '/page', { origin: 'https://friend.example' }],
  ['who asks whether it is still so', '/page', { 'if-none-match': 'W/"another"' }],
  ['who asks for the head alone', '/page', {}, 'HEAD'],
])('asks anew for %s', async (_, path, headers, method) => {
  await ask('/page')
  await ask(path, headers, method)
  expect(answered).toHaveLength(2)
})

it('forgets all with a change, and keeps nothing that was begun before it', async () => {
  expect((await ask('/page')).text).toContain('state 1')
  expect((await ask('/overtaken')).text).toContain('state 1')
  expect((await ask('/page')).text).toContain('state 2')
  expect((await ask('/overtaken')).text).toContain('state 2')
})

it('keeps nothing while changes are not heard of', async () => {
  version = null
  await ask('/page')
  await ask('/page')
  expect(answered).toHaveLength(2)
})

it('keeps nothing for callers of whose way only a proxy knows', async () => {
  await app.close()
  await open({ publicUrl: null, trustedProxies: ['10.0.0.1'] })
  await ask('/page')
  await ask('/page')
  expect(answered).toHaveLength(2)
})

it('leaves what is no plain request to who refuses it', async () => {
  await ask('/page', { 'accept-encoding': 'br' })
  const { host, port } = new URL(app.listeningOrigin)
  const lines = ['GET /page HTTP/1.1', `Host: ${host}`, 'Accept-Encoding: br', 'Connection: close']
  const plain = await openRaw(Number(port), `${lines.join('\r\n')}\r\n\r\n`)
  await plain.untilClosed
  expect(answered).toHaveLength(1)
  const doubled = [...lines, 'Host: b.example']
  const { untilClosed } = await openRaw(Number(port), `${doubled.join('\r\n')}\r\n\r\n`)
  await untilClosed
  expect(answered).toHaveLength(2)
})

it('is out of the way while the server closes', async () => {
  await ask('/page')
  kept.stop()
  await ask('/page')
  await ask('/page')
  expect(answered).toHaveLength(3)
})

it('keeps no refusal, and nothing that is no finished bytes', async () => {
  await ask('/missing')
  expect((await ask('/missing')).status).toBe(404)
  expect(answered).toHaveLength(2)
  await ask('/text')
  expect((await ask('/text')).text).toBe('told 4 times')
})

it('G1 begins anew when it is filled with questions that nobody repeats', async () => {
  await ask('/page')
  for (let n = 0; n < 2_000; n++) await ask(`/page?${n}`)
  await ask('/page')
  expect(answered.filter((url) => url === '/page')).toHaveLength(2)
})
