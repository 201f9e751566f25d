import Type from 'typebox'

export const FeedKey = Type.Object({
  /** The whole addresses, with the key. */
  google: Type.String(),
  facebook: Type.String(),
  /** Epoch seconds. */
  created_at: Type.Integer(),
  created_by: Type.String(),
  /** When it was last read, to the hour. */
  used_at: Type.Optional(Type.Integer()),
})

const Feeds = Type.Object({
  /** Absent: the catalogue is given to nobody. */
  key: Type.Optional(FeedKey),
  /** Announcements and campaigns, for everybody. */
  articles: Type.String(),
})
const FeedsReply = Type.Object({ success: Type.Literal(true), feeds: Feeds })

export const read = { reply: FeedsReply }
export const create = { reply: FeedsReply }
export const revoke = { reply: FeedsReply }
