import Type from 'typebox'

const version = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

/** The mail server of the shop. An empty host: mails are kept and not sent. */
export const SmtpValues = Type.Object({
  host: Type.String({
    maxLength: 253,
    pattern: '^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)?$',
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** `tls` from the first byte, `starttls` before anything is said, `none` in the clear. */
  security: Type.Enum(['tls', 'starttls', 'none']),
  /** Empty: the server asks for no sign-in. */
  account: Type.String({ maxLength: 320, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
  /** The address of the sender. */
  from: Type.String({
    maxLength: 320,
    pattern: '^(?:[^\\s@<>",;]+@[^\\s@<>".,;]+(?:\\.[^\\s@<>".,;]+)+)?$',
  }),
})

/** A secret that a write brings; absent: the stored one stays. */
const Secret = Type.Optional(
  Type.String({ maxLength: 300, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
)

/** The names of the variables of the environment that decide instead. */
const Fixed = Type.Array(Type.String())

const Smtp = Type.Object({
  version,
  values: SmtpValues,
  fixed: Fixed,
  has_password: Type.Boolean(),
  /** The stored password was sealed under another key: it has to be typed again. */
  is_unreadable: Type.Boolean(),
  /** Whether mails of the shop leave. */
  is_on: Type.Boolean(),
})

export const readSmtp = { reply: Type.Object({ success: Type.Literal(true), smtp: Smtp }) }
export const updateSmtp = {
  data: Type.Object({ version, values: SmtpValues, password: Secret }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), smtp: Smtp }),
}
export const testSmtp = {
  data: Type.Object({ values: SmtpValues, password: Secret }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}
