import Type from 'typebox'

const success = Type.Literal(true)
/** Bytes of a browser in base64url, of a fixed length. */
const bytes = (length: number) => {
  const letters = Math.ceil((length * 4) / 3)
  return Type.String({ pattern: `^[A-Za-z0-9_-]{${letters}}={0,2}$` })
}
const endpoint = Type.String({ minLength: 1, maxLength: 1_000, pattern: '^https?://[^\\s<>"]+$' })

export const readPush = {
  reply: Type.Object({
    success,
    /** The public key (VAPID) that a browser ties its subscription to, in base64url. */
    public_key: Type.String(),
  }),
}

export const subscribePush = {
  data: Type.Object({
    /** Where the push service of the browser takes messages. */
    endpoint,
    /** By these two the content is encrypted for the browser alone (RFC 8291). */
    p256dh: bytes(65),
    auth: bytes(16),
  }),
  reply: Type.Object({
    success,
    message: Type.String(),
    /** The key of now: a subscription that is tied to another one gets nothing. */
    public_key: Type.Optional(Type.String()),
  }),
}

export const unsubscribePush = {
  data: Type.Object({ endpoint }),
  reply: Type.Object({ success, message: Type.String() }),
}
