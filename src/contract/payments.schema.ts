import Type from 'typebox'
import { Done, IdParams } from './paging.schema.ts'

export const pay = { params: IdParams, reply: Done }

export const attemptStates = [
  'created',
  'pending',
  'authorised',
  'captured',
  'failed',
  'expired',
  'voided',
] as const

export const PaymentAttempt = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  method: Type.String(),
  state: Type.Enum(attemptStates),
  /** In whole NT$. */
  amount: Type.Integer(),
  /** Epoch seconds. */
  created_at: Type.Integer(),
  /** Payment number for a machine, a bank or a counter. */
  number: Type.Optional(
    Type.Object({
      bank_code: Type.Optional(Type.String()),
      account: Type.Optional(Type.String()),
      code: Type.Optional(Type.String()),
      barcodes: Type.Optional(Type.Array(Type.String())),
      /** Epoch seconds. */
      due_at: Type.Integer(),
    }),
  ),
  /** For an administrator only. */
  trade_no: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
})

export const OfferedMethod = Type.Object({
  method: Type.String(),
  name: Type.String(),
  /** In whole NT$. */
  min: Type.Integer(),
  max: Type.Integer(),
  is_available: Type.Boolean(),
  /** The owner's words about it. */
  note: Type.Optional(Type.String()),
  /** Why it cannot be chosen. */
  reason: Type.Optional(Type.String()),
})

export const options = {
  params: IdParams,
  reply: Type.Object({
    success: Type.Literal(true),
    data: Type.Object({
      is_paid: Type.Boolean(),
      /** False: nobody may pay it yet. */
      is_payable: Type.Optional(Type.Literal(false)),
      /** In whole NT$. */
      total: Type.Integer(),
      /** Epoch seconds. */
      expires_at: Type.Optional(Type.Integer()),
      /** No money moves. */
      is_trial: Type.Boolean(),
      methods: Type.Array(OfferedMethod),
      attempt: Type.Optional(PaymentAttempt),
      /** An earlier one than `attempt`, whose number can still be paid by. */
      due_attempt: Type.Optional(PaymentAttempt),
    }),
  }),
}

export const start = {
  params: IdParams,
  /** Any other method than an offered one is refused by a sentence, whatever its type. */
  data: Type.Object({ method: Type.Unknown() }, { additionalProperties: true }),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({
      attempt_id: Type.String(),
      /** The browser posts these fields there. */
      action: Type.Optional(Type.String()),
      fields: Type.Optional(Type.Record(Type.String(), Type.String())),
      /** Or goes there; without either the order is paid, or waits for a transfer. */
      address: Type.Optional(Type.String()),
      /** A phone opens the application by it instead. */
      app_link: Type.Optional(Type.String()),
    }),
  }),
}

/** Answered by text or a redirect. */
export const callback = {
  params: Type.Object({ provider: Type.String() }),
  reply: Type.Object({ success: Type.Literal(true) }),
}
