import { channels } from '../channels.ts'
import type { Line } from '../line.ts'
import { bearerOf, formOf, type LineAnswer, type RegisterLineCall } from '../line-call.ts'
import { contextToken } from './liff-tokens.ts'

const notFound: LineAnswer = { status: 404, body: { message: 'Not found' } }
const unauthorised: LineAnswer = { status: 401, body: { message: 'invalid token' } }

/** The calls of LINE's SDK, which come from the page of the shop. */
export function registerLiffRoutes(line: Line, register: RegisterLineCall): void {
  const isKnown = (liffId: string | undefined) => liffId === channels.liff.id

  register('GET', '/liff/v2/apps/:id/contextToken', ({ params }) =>
    isKnown(params.id)
      ? { status: 200, body: { contextToken: contextToken(line, undefined) } }
      : notFound,
  )
  register('GET', '/liff/v2/apps/:id/featureToken', (request) => {
    if (!isKnown(request.params.id)) return notFound
    if (!line.login.findToken(bearerOf(request))) return unauthorised
    return { status: 200, body: { featureToken: 'try-out-feature' } }
  })
  register('GET', '/liff/v2/apps/:id/ott', (request) => {
    if (!isKnown(request.params.id)) return notFound
    if (!line.login.findToken(bearerOf(request))) return unauthorised
    return { status: 200, body: { ott: line.liff.open(channels.liff.id) } }
  })
  register('GET', '/oauth2/v2.1/liff/shareTargetPicker/result', ({ query }) => {
    const share = line.liff.find(query.get('ott') ?? '')
    if (!share || share.liffId !== query.get('liffId')) return notFound
    return { status: 200, body: share.result ? { result: share.result } : {} }
  })
  register('POST', '/oauth2/v2.1/liff/shareTargetPicker/result', (request) => {
    const share = line.liff.find(request.query.get('ott') ?? '')
    if (!share || formOf(request)?.result !== 'CANCEL') return notFound
    share.result ??= 'CANCEL'
    return { status: 200, body: { status: 'ok' } }
  })
}
