import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface GatewayCall {
  path: string
  fields: Record<string, string>
}

type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
/** Undefined: the call is never answered. */
export type GatewayAnswer = (call: GatewayCall) => Reply | undefined | Promise<Reply | undefined>

export interface GatewayStandIn {
  url: string
  calls: GatewayCall[]
  /** Answers all calls from now on. */
  answer: GatewayAnswer
  close(): Promise<void>
}

/**
 * A server on the loopback that answers in the place of a payment gateway as a test tells it, word
 * for word: what is not ECPay, answers that wait for an event of the test, trades without a shopper.
 * The try-out gateway has states of its own, and answers nothing that these do not allow; tests of
 * what the shop and a gateway do together use that one (`gateway/`).
 */
export async function openGatewayStandIn(
  answer: GatewayAnswer = () => ({ status: 500 }),
): Promise<GatewayStandIn> {
  const server = createServer(async (request, response) => {
    const call = await readCall(request)
    standIn.calls.push(call)
    const reply = await standIn.answer(call)
    if (!reply) return
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: GatewayStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

async function readCall(request: IncomingMessage): Promise<GatewayCall> {
  const fields = Object.fromEntries(new URLSearchParams(await text(request)))
  return { path: request.url ?? '', fields }
}
