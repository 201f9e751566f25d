import Type from 'typebox'
import { Done } from './paging.schema.ts'
import { Run } from './runs.schema.ts'

const Policy = Type.Object({
  version: Type.Integer(),
  /** HTML, or plain text in which a line that begins with `## ` is a heading. */
  text: Type.String(),
  /** The terms of service, written likewise; empty: the shop has none. */
  terms: Type.String(),
  /** Epoch seconds. */
  from: Type.Integer(),
})

export const read = {
  query: Type.Object({ version: Type.Optional(Type.String({ maxLength: 10 })) }),
  reply: Type.Object({
    success: Type.Literal(true),
    policy: Policy,
    /** Browser storage of the shop's pages. */
    storage: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: Type.Enum(['cookie', 'localStorage', 'sessionStorage', 'indexedDB', 'cache', 'push']),
        purpose: Type.String(),
        life: Type.String(),
      }),
    ),
  }),
}

/** The versions with the newest first, and the texts of the newest as they were written. */
export const versions = {
  reply: Type.Object({
    success: Type.Literal(true),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        /** Epoch seconds: from when on it is in force, and when it was published. */
        from: Type.Integer(),
        publish_at: Type.Integer(),
        state: Type.Enum(['planned', 'in_force', 'replaced']),
      }),
    ),
    /** With its fields, such as `{商店名稱}`, which the settings fill in. */
    text: Type.String(),
    terms: Type.String(),
  }),
}

export const publish = {
  data: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 50_000 }),
    /** Absent: those of the version before. */
    terms: Type.Optional(Type.String({ maxLength: 50_000 })),
    /** From when on it is in force, in epoch seconds; at once without it. */
    from: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999_999_999 })),
  }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), policy: Policy }),
}

const Version = Type.Integer({ minimum: 1, maximum: 2_000_000_000 })
export const consent = { data: Type.Object({ privacy_version: Version }), reply: Done }

/** A file, not JSON of the contract. */
export const ownData = { reply: Type.Object({ success: Type.Literal(true) }) }

const customerParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 20 }) })

export const data = {
  params: customerParams,
  reply: Type.Object({ success: Type.Literal(true), run: Run }),
}

export const erase = {
  params: customerParams,
  data: Type.Object({
    /** Tells what would go and stay, and changes nothing. */
    is_trial: Type.Optional(Type.Boolean()),
    /** The customer number, typed in. */
    customer_id: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.Optional(Type.String()),
    goes: Type.Optional(Type.Array(Type.Object({ what: Type.String(), n: Type.Integer() }))),
    stays: Type.Optional(
      Type.Array(Type.Object({ what: Type.String(), n: Type.Integer(), why: Type.String() })),
    ),
    /** Of guests: what proves that orders which name the address are the person's, and of how many. */
    proof: Type.Optional(Type.Array(Type.Object({ what: Type.String(), n: Type.Integer() }))),
  }),
}
