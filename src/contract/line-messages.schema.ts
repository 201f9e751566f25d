import Type from 'typebox'

const version = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const success = Type.Literal(true)

/** The official account that tells members of their orders, and answers in its chat. */
export const LineMessagesValues = Type.Object({
  is_on: Type.Boolean(),
  /** By which people add the account, such as `@minmin`; empty: no page offers that. */
  line_id: Type.String({ pattern: '^(?:@[a-z0-9._-]{1,30})?$' }),
})

/** A secret that a write brings; absent: the stored one stays. */
const Secret = Type.Optional(Type.String({ maxLength: 400, pattern: '^[\\x21-\\x7e]*$' }))
const secrets = { channel_secret: Secret, access_token: Secret }
const ending = Type.Union([Type.String(), Type.Null()])

const LineMessages = Type.Object({
  version,
  values: LineMessagesValues,
  /** The names of the variables of the environment that decide instead. */
  fixed: Type.Array(Type.String()),
  /** The last four characters of each stored secret; null: none is stored. */
  secrets: Type.Object({ channel_secret: ending, access_token: ending }),
  is_unreadable: Type.Boolean(),
  /** To be typed at LINE as the webhook of the account. */
  webhook_url: Type.String(),
  /** Members who receive messages. */
  receivers: Type.Integer(),
  /** The messages of this month, as LINE last reported them; absent before the first report. */
  quota: Type.Optional(
    Type.Object({
      /** Absent: no limit. */
      limit: Type.Optional(Type.Integer()),
      used: Type.Integer(),
      read_at: Type.Integer(),
    }),
  ),
})

export const readLineMessages = {
  reply: Type.Object({ success, line_messages: LineMessages }),
}
export const updateLineMessages = {
  data: Type.Object({ version, values: LineMessagesValues, ...secrets }),
  reply: Type.Object({ success, message: Type.String(), line_messages: LineMessages }),
}
export const testLineMessages = {
  data: Type.Object({ values: LineMessagesValues, ...secrets }),
  reply: Type.Object({ success, message: Type.String() }),
}

const Standing = Type.Object({
  /** The member signs in by LINE, so that the shop knows whom to tell. */
  is_linked: Type.Boolean(),
  /** The member has added the official account. */
  is_friend: Type.Boolean(),
  /** Whether the member agreed to messages. */
  is_on: Type.Boolean(),
  /** Where the account is added. */
  add_friend_url: Type.Optional(Type.String()),
})

export const readOwnLine = { reply: Type.Object({ success, line: Standing }) }
export const updateOwnLine = {
  data: Type.Object({ is_on: Type.Boolean() }),
  reply: Type.Object({ success, message: Type.String(), line: Standing }),
}

/** The body is read as bytes, over which LINE has signed it. */
export const lineWebhook = { reply: Type.Object({ success }) }
