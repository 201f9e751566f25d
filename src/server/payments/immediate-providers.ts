import type { PaymentMethod, PaymentProvider } from './payment-provider.ts'

const demonstrationMethod: PaymentMethod = {
  method: 'demonstration',
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  authorises: false,
  refunds: true,
  expiresAt: () => undefined,
}

/** Accepts everything and moves no money. */
export const demonstrationProvider: PaymentProvider = {
  name: 'demonstration',
  merchant: null,
  isTrial: false,
  decidesAtOnce: true,
  methods: () => [demonstrationMethod],
  async start({ id }) {
    return { type: 'decided', status: 'succeeded', method: 'demonstration', reference: id }
  },
  readCallback: async () => ({ type: 'refused', reason: 'No Gateway' }),
  acknowledge: (refusal = '') => ({ body: refusal }),
  readReturn: () => undefined,
  query: async () => ({ type: 'unpaid' }),
  async refund(_, beforeSending) {
    await beforeSending()
    return { type: 'done' }
  },
  queryRefund: async () => ({ type: 'done' }),
  capture: async () => ({ type: 'done' }),
  void: async () => ({ type: 'done' }),
}
