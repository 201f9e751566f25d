import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { controlPath } from '../pages/subject-sections.ts'
import { body, isOn, wholeNumber } from '../routes/bodies.ts'
import { answer, PageError, sendPage, wantsJson } from '../routes/replies.ts'
import { registerSubjectRoutes, type SubjectParams } from '../routes/subject-routes.ts'
import { moveParcel, playWay } from './move-parcel.ts'
import type { Parcel } from './parcel.ts'
import { parcelPage } from './parcel-page.ts'
import { parcelsPage } from './parcels-page.ts'
import { type StatementRequest, statement, statementDays } from './statement.ts'
import { allSteps, type Step, type Way, ways } from './states.ts'
import { stores } from './stores.ts'
import { storesPage } from './stores-page.ts'

const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }
const bodies = {
  move: { to: { enum: allSteps } },
  play: { way: { enum: Object.keys(ways) } },
  store: { isClosed: isOn },
}
const statementQuery = {
  type: 'object',
  required: ['day', 'from', 'to'],
  properties: {
    day: { enum: statementDays },
    from: day,
    to: day,
    page: { ...wholeNumber, default: 1 },
  },
}

/** Actions of a tester on parcels and stores; JSON is answered with JSON. */
export function registerParcelControl(app: FastifyInstance, gateway: Gateway): void {
  const { books, clock, parcels, settings } = gateway

  function get(no: string): Parcel {
    const parcel = parcels.find(no)
    if (!parcel) throw new PageError(404, `查無寄件單 ${no}`)
    return parcel
  }

  registerSubjectRoutes(app, gateway, '/parcels/:no', {
    get,
    page: (parcel) => parcelPage(parcel, clock.now()),
  })
  app.get('/parcels', (request, reply) =>
    wantsJson(request) ? reply.send(parcels.list()) : sendPage(reply, parcelsPage(gateway)),
  )
  app.post<SubjectParams & { Body: { to: Step } }>(
    '/parcels/:no/move',
    body(bodies.move, ['to']),
    (request, reply) => {
      const parcel = get(request.params.no)
      if (!moveParcel(gateway, parcel, request.body.to)) {
        throw new PageError(409, '這件包裹目前不能這樣做')
      }
      return answer(request, reply, controlPath(parcel), parcel)
    },
  )
  app.post<SubjectParams & { Body: { way: Way } }>(
    '/parcels/:no/play',
    body(bodies.play, ['way']),
    async (request, reply) => {
      const parcel = get(request.params.no)
      await playWay(gateway, parcel, request.body.way)
      return answer(request, reply, controlPath(parcel), parcel)
    },
  )
  app.get<{ Querystring: StatementRequest }>(
    '/parcels/statement',
    { schema: { querystring: statementQuery } },
    (request, reply) => {
      const { csv, rows } = statement(parcels.list(), request.query, clock.now())
      return wantsJson(request) ? reply.send(rows) : reply.type('text/csv; charset=utf-8').send(csv)
    },
  )

  app.get('/stores', (request, reply) =>
    wantsJson(request) ? reply.send(stores) : sendPage(reply, storesPage(settings)),
  )
  app.post<{ Params: { id: string }; Body: { isClosed: boolean } }>(
    '/stores/:id',
    body(bodies.store, ['isClosed']),
    (request, reply) => {
      const { id } = request.params
      if (!stores.some((store) => store.id === id)) throw new PageError(404, `查無門市 ${id}`)
      const others = settings.closedStores.filter((closed) => closed !== id)
      settings.closedStores = request.body.isClosed ? [...others, id] : others
      books.keepSettings(settings)
      return answer(request, reply, '/stores', settings)
    },
  )
}
