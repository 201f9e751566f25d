import Type from 'typebox'
import { storeChains } from './shipping-kinds.ts'

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

/**
 * The taker of payments. `demonstration` accepts every payment and moves no money; `manual` is no
 * gateway: shoppers transfer, and the staff record what came.
 */
export const GatewayValues = Type.Object({
  provider: Type.Enum(['demonstration', 'manual', 'ecpay']),
  /** ECPay's stage: no money moves, and the payment page says so. */
  is_trial: Type.Boolean(),
  merchant_id: Type.String({ pattern: '^[0-9]{0,10}$' }),
  /** 每日自動關帳 in ECPay's back office. */
  captures_automatically: Type.Boolean(),
})

/** The provider of parcels to convenience stores. */
export const LogisticsValues = Type.Object({
  provider: Type.Enum(['none', 'ecpay']),
  /** ECPay's stage: no parcel moves. */
  is_trial: Type.Boolean(),
  merchant_id: Type.String({ pattern: '^[0-9]{0,10}$' }),
  contract: Type.Enum(['C2C', 'B2C']),
  /** On the label: parcels that come back are handed out to this person. */
  sender_name: Type.String({ maxLength: 20 }),
  sender_phone: Type.String({ maxLength: 30 }),
})

/** The issuer of e-invoices. */
export const InvoiceAccountValues = Type.Object({
  provider: Type.Enum(['none', 'ecpay']),
  /** ECPay's stage: nothing is told to the ministry. */
  is_trial: Type.Boolean(),
  merchant_id: Type.String({ pattern: '^[0-9]{0,10}$' }),
})

/** The channel of LINE Login by which members sign in. */
export const LineLoginValues = Type.Object({
  is_on: Type.Boolean(),
  channel_id: Type.String({ pattern: '^[0-9]{0,20}$' }),
  /** The shop inside LINE; absent in a write: the stored one stays. Empty: the shop is opened as any page. */
  liff_id: Type.Optional(Type.String({ pattern: '^(?:[0-9]{1,20}-[0-9A-Za-z]{4,20})?$' })),
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

const ending = Type.Union([Type.String(), Type.Null()])
const Gateway = Type.Object({
  version,
  values: GatewayValues,
  fixed: Fixed,
  /** The last four characters of each stored key; null: none is stored. */
  keys: Type.Object({ hash_key: ending, hash_iv: ending, credit_check_code: ending }),
  is_unreadable: Type.Boolean(),
  /** Whether ECPay's servers can call the shop: its address is https, in ASCII and without a port. */
  is_reachable: Type.Boolean(),
  /** Accounts of before, which are still asked for the payments that they began. */
  earlier: Type.Array(Type.Object({ merchant_id: Type.String(), is_trial: Type.Boolean() })),
})
const Key = Type.Optional(Type.String({ maxLength: 64, pattern: '^[\\x21-\\x7e]*$' }))
const keys = { hash_key: Key, hash_iv: Key, credit_check_code: Key }

export const readGateway = { reply: Type.Object({ success: Type.Literal(true), gateway: Gateway }) }
export const updateGateway = {
  data: Type.Object({ version, values: GatewayValues, ...keys }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), gateway: Gateway }),
}
export const testGateway = {
  data: Type.Object({ values: GatewayValues, ...keys }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}

const Logistics = Type.Object({
  version,
  values: LogisticsValues,
  /** The account is that of the environment; the sender is not. */
  fixed: Fixed,
  keys: Type.Object({ hash_key: ending, hash_iv: ending }),
  is_unreadable: Type.Boolean(),
  is_reachable: Type.Boolean(),
  /** The lists of stores that shoppers choose from. */
  stores: Type.Array(
    Type.Object({
      chain: Type.Enum(storeChains),
      count: Type.Integer(),
      renewed_at: Type.Optional(Type.Integer()),
      /** Why the last list was not taken over. */
      fault: Type.Optional(Type.String()),
    }),
  ),
  /** Accounts of before, whose parcels are still on their way. */
  earlier: Type.Array(Type.Object({ merchant_id: Type.String(), is_trial: Type.Boolean() })),
})
const logisticsKeys = { hash_key: Key, hash_iv: Key }

export const readLogistics = {
  reply: Type.Object({ success: Type.Literal(true), logistics: Logistics }),
}
export const updateLogistics = {
  data: Type.Object({ version, values: LogisticsValues, ...logisticsKeys }),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    logistics: Logistics,
  }),
}
export const testLogistics = {
  data: Type.Object({ values: LogisticsValues, ...logisticsKeys }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}

const InvoiceAccount = Type.Object({
  version,
  values: InvoiceAccountValues,
  fixed: Fixed,
  keys: Type.Object({ hash_key: ending, hash_iv: ending }),
  is_unreadable: Type.Boolean(),
  /** Accounts of before, whose invoices are still made void and given allowances there. */
  earlier: Type.Array(Type.Object({ merchant_id: Type.String(), is_trial: Type.Boolean() })),
})
const invoiceKeys = { hash_key: Key, hash_iv: Key }

export const readInvoiceAccount = {
  reply: Type.Object({ success: Type.Literal(true), account: InvoiceAccount }),
}
export const updateInvoiceAccount = {
  data: Type.Object({ version, values: InvoiceAccountValues, ...invoiceKeys }),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    account: InvoiceAccount,
  }),
}
export const testInvoiceAccount = {
  data: Type.Object({ values: InvoiceAccountValues, ...invoiceKeys }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}

const LineLogin = Type.Object({
  version,
  values: LineLoginValues,
  fixed: Fixed,
  /** The last four characters of the stored secret; null: none is stored. */
  channel_secret: ending,
  is_unreadable: Type.Boolean(),
  /** Whether members can sign in by LINE now. */
  is_working: Type.Boolean(),
  /** The callback to register with the channel. */
  callback_url: Type.String(),
  /** The address to register as the endpoint of LIFF. */
  endpoint_url: Type.Optional(Type.String()),
})

export const readLineLogin = {
  reply: Type.Object({ success: Type.Literal(true), line_login: LineLogin }),
}
export const updateLineLogin = {
  data: Type.Object({ version, values: LineLoginValues, channel_secret: Key }),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    line_login: LineLogin,
  }),
}
