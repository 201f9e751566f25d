import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actOnCard, type CardAction, cardActions } from '../card-trade.ts'
import { faults } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import type { Listener } from '../listener.ts'
import { type Variant, variants } from '../notice.ts'
import { controlPath } from '../pages/checkout-page.ts'
import { homePage, outagePage } from '../pages/home-page.ts'
import { tradePage } from '../pages/trade-page.ts'
import type { Settings } from '../settings.ts'
import { actAsShopper, type ShopperAction, shopperActions } from '../shopper-actions.ts'
import { addMs, minuteMs, nextTaipeiTime } from '../taipei-time.ts'
import type { Trade } from '../trade.ts'
import { getTrade, type TradeParams } from './get-trade.ts'
import { PageError, sendPage, wantsJson } from './replies.ts'

const fault = { enum: Object.keys(faults) }
const holdsNotices = { type: 'boolean' }
const wholeNumber = { type: 'integer', minimum: 1, maximum: 1_000_000 }

const bodies = {
  settings: { fault, holdsNotices, autoCapture: { type: 'boolean' } },
  trade: { fault, holdsNotices },
  clock: { minutes: wholeNumber, time: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' } },
  outage: { seconds: { type: 'integer', minimum: 1, maximum: 3600 } },
  card: { action: { enum: Object.keys(cardActions) }, amount: wholeNumber },
  shopper: { action: { enum: shopperActions } },
  notice: { variant: { enum: Object.keys(variants) }, times: { ...wholeNumber, maximum: 100 } },
}

function body(properties: object, required: string[] = []) {
  return { schema: { body: { type: 'object', properties, required, additionalProperties: false } } }
}

/**
 * The switches of the gateway and its trades. Each address answers a page's form with the page, and
 * JSON with JSON, for tests.
 */
export function registerControlRoutes(
  app: FastifyInstance,
  gateway: Gateway,
  listener: Listener,
): void {
  const { books, clock, notifier, settings } = gateway

  app.get('/', (request, reply) =>
    wantsJson(request) ? reply.send(state(gateway)) : sendPage(reply, homePage(gateway)),
  )
  app.get<TradeParams>('/trades/:no', (request, reply) => {
    const trade = getTrade(gateway, request.params.no)
    return wantsJson(request) ? reply.send(trade) : sendPage(reply, tradePage(trade))
  })

  app.post<{ Body: Partial<Settings> }>('/settings', body(bodies.settings), (request, reply) => {
    Object.assign(settings, request.body)
    books.keepSettings(settings)
    return answer(request, reply, '/', state(gateway))
  })
  app.post<{ Body: { minutes?: number; time?: string } }>(
    '/clock',
    body(bodies.clock),
    async (request, reply) => {
      const { minutes = 0, time } = request.body
      const now = clock.now()
      await clock.moveTo(time ? nextTaipeiTime(now, `${time}:00`) : addMs(now, minutes * minuteMs))
      return answer(request, reply, '/', state(gateway))
    },
  )
  app.post<{ Body: { seconds: number } }>(
    '/outage',
    body(bodies.outage, ['seconds']),
    (request, reply) => {
      const { seconds } = request.body
      reply.raw.once('close', () => listener.refuseFor(seconds * 1000))
      reply.header('connection', 'close')
      return wantsJson(request) ? reply.send({ seconds }) : sendPage(reply, outagePage(seconds))
    },
  )

  app.post<TradeParams & { Body: Partial<Pick<Trade, 'fault' | 'holdsNotices'>> }>(
    '/trades/:no/settings',
    body(bodies.trade),
    (request, reply) => {
      const trade = getTrade(gateway, request.params.no)
      Object.assign(trade, request.body)
      books.keep(trade)
      return answer(request, reply, controlPath(trade), trade)
    },
  )
  app.post<TradeParams & { Body: { action: ShopperAction } }>(
    '/trades/:no/shopper',
    body(bodies.shopper, ['action']),
    (request, reply) => {
      const trade = getTrade(gateway, request.params.no)
      if (!actAsShopper(gateway, trade, request.body.action)) {
        throw new PageError(409, '這筆交易目前不能這樣做')
      }
      return answer(request, reply, controlPath(trade), trade)
    },
  )
  // Actions of the owner on a card in the gateway's own back office, behind the shop's back.
  app.post<TradeParams & { Body: { action: CardAction; amount: number } }>(
    '/trades/:no/card',
    body(bodies.card, ['action', 'amount']),
    (request, reply) => {
      const trade = getTrade(gateway, request.params.no)
      if (!trade.card) throw new PageError(409, '這筆交易沒有信用卡授權')
      const { autoCapture: isAutoCapture } = settings
      const refusal = actOnCard(trade.card, { ...request.body, now: clock.now(), isAutoCapture })
      if (refusal) throw new PageError(409, refusal)
      books.keep(trade)
      return answer(request, reply, controlPath(trade), trade)
    },
  )
  app.post<TradeParams>('/trades/:no/simulate', (request, reply) => {
    const trade = getTrade(gateway, request.params.no)
    notifier.notify(trade, 'simulated')
    books.keep(trade)
    return answer(request, reply, controlPath(trade), trade)
  })
  app.post<{ Params: { no: string; id: string }; Body: { variant?: Variant; times?: number } }>(
    '/trades/:no/notices/:id',
    body(bodies.notice),
    async (request, reply) => {
      const trade = getTrade(gateway, request.params.no)
      const notice = trade.notices.find(({ id }) => String(id) === request.params.id)
      if (!notice) throw new PageError(404, '查無此通知')
      const { variant = 'normal', times = 1 } = request.body
      await Promise.all(Array.from({ length: times }, () => notifier.send(trade, notice, variant)))
      return answer(request, reply, controlPath(trade), trade)
    },
  )
}

function state({ clock, settings, trades, calls }: Gateway) {
  return { now: clock.now(), settings, trades: trades.list(), calls }
}

function answer(request: FastifyRequest, reply: FastifyReply, page: string, value: object) {
  return wantsJson(request) ? reply.send(value) : reply.redirect(page, 303)
}
