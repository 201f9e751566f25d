import Type from 'typebox'

const Text = Type.Optional(Type.String({ maxLength: 2000 }))

/** Answered by a redirect. */
const Redirected = Type.Object({ success: Type.Literal(true) })

export const start = {
  query: Type.Object({
    /** A path of the shop. */
    next: Text,
    /** Of `lineSignInPurposes`; without it to sign in. */
    for: Text,
    /** `1`: after LINE came back in another browser. */
    again: Text,
  }),
  reply: Redirected,
}

export const comeBack = {
  query: Type.Object({ code: Text, state: Text, error: Text }),
  reply: Redirected,
}
