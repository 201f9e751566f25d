import Type from 'typebox'

const version = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

/** LINE Pay beside whatever else takes payments. */
export const LinePayValues = Type.Object({
  is_on: Type.Boolean(),
  /** The sandbox of LINE Pay: no money moves, and the payment page says so. */
  is_trial: Type.Boolean(),
  channel_id: Type.String({ pattern: '^[0-9]{0,20}$' }),
  /** False: authorised first and captured apart, which LINE Pay has to allow. */
  captures_automatically: Type.Boolean(),
})

/** Absent: the stored one stays. */
const Secret = Type.Optional(Type.String({ maxLength: 64, pattern: '^[\\x21-\\x7e]*$' }))

const LinePay = Type.Object({
  version,
  values: LinePayValues,
  /** The names of the variables of the environment that decide instead. */
  fixed: Type.Array(Type.String()),
  /** The last four characters of the stored secret; null: none is stored. */
  secret_end: Type.Union([Type.String(), Type.Null()]),
  /** The stored secret was sealed under another key: it has to be typed again. */
  is_unreadable: Type.Boolean(),
  /** Accounts of before, which are still asked for the payments that they began. */
  earlier: Type.Array(Type.Object({ channel_id: Type.String(), is_trial: Type.Boolean() })),
})

export const readLinePay = {
  reply: Type.Object({ success: Type.Literal(true), line_pay: LinePay }),
}
export const updateLinePay = {
  data: Type.Object({ version, values: LinePayValues, channel_secret: Secret }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), line_pay: LinePay }),
}
export const testLinePay = {
  data: Type.Object({ values: LinePayValues, channel_secret: Secret }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}
