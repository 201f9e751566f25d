import Type from 'typebox'
import { auditActions } from './audit.ts'
import { Messages, PageQuery, Pagination } from './paging.schema.ts'

const Day = Type.String({ pattern: '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$' })
const Text = Type.String({ maxLength: 200 })

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  /** Epoch seconds. */
  at: Type.Integer(),
  /** As they were called then; a command has no uid and no role. */
  actor: Type.Object({
    uid: Type.Optional(Type.String()),
    name: Type.String(),
    role: Type.Optional(Type.String()),
  }),
  action: Type.String(),
  subject: Type.Object({
    kind: Type.String(),
    id: Type.Optional(Type.String()),
    title: Type.String(),
  }),
  /** The fields that changed. */
  before: Type.Record(Type.String(), Type.Unknown()),
  after: Type.Record(Type.String(), Type.Unknown()),
  network: Type.Optional(Type.String()),
  device: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
  run: Type.Optional(Type.String()),
})

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    /** Days in Taipei, both included. */
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    /** The uid of an account, or `command` for what no account did. */
    actor: Type.Optional(Text),
    action: Type.Optional(Type.Union([Type.Enum([...auditActions]), Type.Literal('')])),
    kind: Type.Optional(Text),
    id: Type.Optional(Text),
    /** A part of what the subject is called. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    run: Type.Optional(Text),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    entries: Type.Array(AuditEntry),
    /** The actors of all entries, each with its latest name. */
    actors: Type.Array(Type.Object({ uid: Type.String(), name: Type.String() })),
    pagination: Pagination,
    messages: Messages,
  }),
}
