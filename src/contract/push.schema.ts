import Type from 'typebox'

const success = Type.Literal(true)
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
    /** By these two the content is encrypted for the browser alone (RFC 8291): 65 and 16 bytes in base64url. */
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}={0,2}$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}={0,2}$' }),
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
