import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { type Variant, variants } from '../notice.ts'
import { controlPath } from '../pages/subject-sections.ts'
import type { Subject } from '../subject.ts'
import { body, fault, isOn, wholeNumber } from './bodies.ts'
import { answer, PageError, sendPage, wantsJson } from './replies.ts'

export interface SubjectParams {
  Params: { no: string }
}

/** Trades or parcels, each by its number. */
interface SubjectKind<S extends Subject> {
  /** Gives the one of a number, or throws. */
  get(no: string): S
  page(subject: S): string
}

const bodies = {
  settings: { fault, holdsNotices: isOn },
  notice: { variant: { enum: Object.keys(variants) }, times: { ...wholeNumber, maximum: 100 } },
}

/** The page of a trade or parcel, its switches and its callbacks. */
export function registerSubjectRoutes<S extends Subject>(
  app: FastifyInstance,
  { books, notifier }: Gateway,
  path: string,
  { get, page }: SubjectKind<S>,
): void {
  app.get<SubjectParams>(path, (request, reply) => {
    const subject = get(request.params.no)
    return wantsJson(request) ? reply.send(subject) : sendPage(reply, page(subject))
  })
  app.post<SubjectParams & { Body: Partial<Pick<Subject, 'fault' | 'holdsNotices'>> }>(
    `${path}/settings`,
    body(bodies.settings),
    (request, reply) => {
      const subject = get(request.params.no)
      Object.assign(subject, request.body)
      books.keep(subject)
      return answer(request, reply, controlPath(subject), subject)
    },
  )
  app.post<{ Params: { no: string; id: string }; Body: { variant?: Variant; times?: number } }>(
    `${path}/notices/:id`,
    body(bodies.notice),
    async (request, reply) => {
      const subject = get(request.params.no)
      const notice = subject.notices.find(({ id }) => String(id) === request.params.id)
      if (!notice) throw new PageError(404, '查無此通知')
      const { variant = 'normal', times = 1 } = request.body
      await Promise.all(
        Array.from({ length: times }, () => notifier.send(subject, notice, variant)),
      )
      return answer(request, reply, controlPath(subject), subject)
    },
  )
}
