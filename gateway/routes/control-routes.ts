import type { FastifyInstance } from 'fastify'
import { actOnCard, type CardAction, cardActions } from '../card-trade.ts'
import type { Gateway } from '../gateway.ts'
import type { Listener } from '../listener.ts'
import { homePage, outagePage } from '../pages/home-page.ts'
import { controlPath } from '../pages/subject-sections.ts'
import { tradePage } from '../pages/trade-page.ts'
import type { Settings } from '../settings.ts'
import {
  actAsShopper,
  notifyOfTrade,
  type ShopperAction,
  shopperActions,
} from '../shopper-actions.ts'
import { addMs, minuteMs, nextTaipeiTime } from '../taipei-time.ts'
import { body, fault, isOn, wholeNumber } from './bodies.ts'
import { getTrade } from './get-trade.ts'
import { answer, PageError, sendPage, wantsJson } from './replies.ts'
import { registerSubjectRoutes, type SubjectParams } from './subject-routes.ts'

const bodies = {
  settings: {
    fault,
    holdsNotices: isOn,
    autoCapture: isOn,
    hasBalance: isOn,
    limitsCalls: isOn,
    invoiceFault: fault,
    ministryAnswers: isOn,
  },
  clock: {
    minutes: wholeNumber,
    time: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
    at: { type: 'string', format: 'date-time' },
  },
  outage: { seconds: { type: 'integer', minimum: 1, maximum: 3600 } },
  card: { action: { enum: Object.keys(cardActions) }, amount: wholeNumber },
  shopper: { action: { enum: shopperActions } },
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
  const { books, clock, settings } = gateway

  app.get('/', (request, reply) =>
    wantsJson(request) ? reply.send(state(gateway)) : sendPage(reply, homePage(gateway)),
  )
  registerSubjectRoutes(app, gateway, '/trades/:no', {
    get: (no) => getTrade(gateway, no),
    page: tradePage,
  })

  app.post<{ Body: Partial<Settings> }>('/settings', body(bodies.settings), (request, reply) => {
    Object.assign(settings, request.body)
    books.keepSettings(settings)
    return answer(request, reply, '/', state(gateway))
  })
  app.post<{ Body: { minutes?: number; time?: string; at?: string } }>(
    '/clock',
    body(bodies.clock),
    async (request, reply) => {
      const { minutes = 0, time, at } = request.body
      const now = clock.now()
      const next = time ? nextTaipeiTime(now, `${time}:00`) : addMs(now, minutes * minuteMs)
      await clock.moveTo(at ? new Date(at) : next)
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

  app.post<SubjectParams & { Body: { action: ShopperAction } }>(
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
  app.post<SubjectParams & { Body: { action: CardAction; amount: number } }>(
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
  app.post<SubjectParams>('/trades/:no/simulate', (request, reply) => {
    const trade = getTrade(gateway, request.params.no)
    notifyOfTrade(gateway, trade, 'simulated')
    books.keep(trade)
    return answer(request, reply, controlPath(trade), trade)
  })
}

function state({ clock, settings, trades, parcels, invoices, calls }: Gateway) {
  return {
    now: clock.now(),
    settings,
    trades: trades.list(),
    parcels: parcels.list(),
    invoices: invoices.list(),
    calls,
  }
}
