import { endpoint } from './endpoint.ts'
import type * as schema from './payments.schema.ts'

export const paymentApi = {
  pay: endpoint<typeof schema.pay>({
    method: 'POST',
    path: '{shop}/pay/:id',
    caller: 'shopper',
    summary: "Pay one of the caller's own orders (honours Idempotency-Key)",
    ignoresBody: true,
  }),
}
