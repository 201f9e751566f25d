import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, type EndpointSchema, endpoint } from '#contract/endpoint.ts'
import { readJsonOnly } from '../input/json-body.ts'
import { validatorCompiler } from '../input/validation.ts'
import { testConfig } from '../testing/test-config.ts'
import { registerErrorHandler } from './error-handler.ts'
import { createMount, type Handler } from './mount.ts'
import { RawReply } from './raw-reply.ts'
import { secure } from './security.ts'

const reply = Type.Object({ success: Type.Literal(true) }, { additionalProperties: true })
let app: FastifyInstance
/** By whom the probe of a write was called. */
const writes: string[] = []

beforeAll(async () => {
  app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  const config = testConfig({ FORM_ACTIONS: 'https://pay.example' })
  registerErrorHandler(app)
  readJsonOnly(app)
  await secure(app, config)
  await app.register(cookie)
  const mount = createMount(app, {
    shopPath: 'probe',
    isGuestShared: false,
    isHttps: false,
    limits: {
      beforeIdentified: async () => {},
      whenIdentified: async () => {},
      whenAnswered: async () => {},
    },
    verifiers: {
      member: async () => null,
      key: async () => null,
      admin: async (token) => {
        const role = token === 'adm_viewer' ? 'viewer' : 'owner'
        const session = {
          username: 'owner',
          sessionId: 's1',
          hasTotp: false,
          needsTotp: false,
          isConfirmed: true,
        }
        return { uid: 'a1', name: '店主', role, ...session }
      },
    },
    mergeGuest: async () => 0,
    guestOfOrder: async () => undefined,
    onNewGuest: () => {},
    countKey: async () => {},
  })
  function probe<S extends EndpointSchema>(spec: Endpoint<S>, schema: S, handler: Handler<S>) {
    mount(spec, schema, handler)
  }
  const notice = { reply, body: Type.Object({ RtnCode: Type.String() }) }
  probe(
    endpoint<typeof notice>({
      method: 'POST',
      path: '{shop}/notice',
      caller: 'anyone',
      summary: 'The notice of a gateway',
      body: 'form',
      origin: 'any',
    }),
    notice,
    async ({ body }) =>
      new RawReply({ type: 'text/plain; charset=utf-8', body: `${body.RtnCode}|OK` }),
  )
  probe(
    endpoint<{ reply: typeof reply }>({
      method: 'POST',
      path: '{shop}/signed',
      caller: 'anyone',
      summary: 'A webhook whose bytes are signed',
      body: 'raw',
    }),
    { reply },
    async (_, { request }) => ({ bytes: Buffer.isBuffer(request.body) && request.body.length }),
  )
  probe(
    endpoint<{ reply: typeof reply }>({
      method: 'GET',
      path: '{shop}/file',
      caller: 'admin',
      permission: 'report.read',
      summary: 'A file',
    }),
    { reply },
    async (_, { caller }) => {
      const name = caller.actor.kind === 'admin' ? caller.actor.name : ''
      const body = Readable.from(['訂單,金額\n', `${name},100\n`])
      return new RawReply({ type: 'text/csv; charset=utf-8', body, fileName: '訂單.csv' })
    },
  )
  probe(
    endpoint<{ reply: typeof reply }>({
      method: 'POST',
      path: '{shop}/owners-only',
      caller: 'admin',
      permission: 'setting.write',
      action: 'setting.update',
      summary: 'What a viewer may not do',
    }),
    { reply },
    async (_, { actor }) => {
      writes.push(actor.name)
      return {}
    },
  )
  probe(
    endpoint<{ reply: typeof reply }>({
      method: 'POST',
      path: '{shop}/plain',
      caller: 'anyone',
      summary: 'An endpoint that declares nothing',
    }),
    { reply },
    async () => ({}),
  )
  await app.ready()
})
afterAll(() => app.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const foreign = { origin: 'https://pay.example', 'sec-fetch-site': 'cross-site' }

describe('permissions', () => {
  const write = (authorization: string) =>
    app.inject({
      method: 'POST',
      url: '/v2/api/probe/owners-only',
      headers: { authorization },
      payload: {},
    })

  it('refuses an administrator whose role lacks the permission, and runs no handler (STAFF-03)', async () => {
    const refused = await write('adm_viewer')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({
      success: false,
      code: 'PERMISSION_DENIED',
      message: '無此權限',
    })
    expect(writes).toEqual([])
    expect((await write('adm_owner')).statusCode).toBe(200)
    expect(writes).toEqual(['店主'])
  })

  it('answers 401 before 403 to a token that does not hold', async () => {
    expect((await write('member-token')).statusCode).toBe(401)
  })
})

describe('replies of a handler', () => {
  it('may be plain text, to a form of a foreign page', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v2/api/probe/notice',
      headers: { ...form, ...foreign },
      payload: 'RtnCode=1&RtnCode=1',
    })
    expect([response.statusCode, response.body]).toEqual([200, '1|OK'])
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('may be a stream that is offered as a file, and knows which administrator asked', async () => {
    const response = await app.inject({
      url: '/v2/api/probe/file',
      headers: { authorization: 'adm_x' },
    })
    expect(response.body).toBe('訂單,金額\n店主,100\n')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="__.csv"; filename*=UTF-8''%E8%A8%82%E5%96%AE.csv`,
    )
  })
})

describe('bodies by route', () => {
  it.each([
    ['a form where none is declared', 'plain', form, 'a=1', 415, 'UNSUPPORTED_TYPE'],
    ['a foreign page where none is declared', 'plain', foreign, undefined, 403, 'FOREIGN_ORIGIN'],
    [
      'JSON where a form is declared',
      'notice',
      { 'content-type': 'application/json' },
      '{}',
      415,
      'UNSUPPORTED_TYPE',
    ],
    ['a form without its field', 'notice', form, 'a=1', 400, 'INVALID_INPUT'],
    [
      'a form that is no UTF-8',
      'notice',
      form,
      Buffer.from([0x61, 0x3d, 0xff]),
      400,
      'INVALID_INPUT',
    ],
  ])('refuses %s', async (_, path, headers, payload, status, code) => {
    const response = await app.inject({
      method: 'POST',
      url: `/v2/api/probe/${path}`,
      headers: headers as Record<string, string>,
      ...(payload !== undefined && { payload }),
    })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ success: false, code })
  })

  it('gives a raw body as the bytes that came', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v2/api/probe/signed',
      headers: { 'content-type': 'application/json' },
      payload: '{ "a": 1 }',
    })
    expect(response.json()).toMatchObject({ success: true, bytes: 10 })
  })
})
