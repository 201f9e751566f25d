import type { PaymentMethod, PaymentProvider } from './payment-provider.ts'

/** Common behaviour of providers without a gateway. */
const withoutGateway = {
  merchant: null,
  isTrial: false,
  hasGateway: false,
  current(this: PaymentProvider) {
    return this
  },
  knows(this: PaymentProvider, { provider }) {
    return provider === this.name
  },
  methodOf(this: PaymentProvider, { method }) {
    return this.methods().find((one) => one.method === method)
  },
  stands: async () => true,
  decidesAtOnce: true,
  readCallback: () => ({ isValid: false, reason: 'No Gateway' }),
  readReturn: () => undefined,
  query: async () => ({ type: 'unpaid' }),
  queryRefund: async () => ({ type: 'done' }),
  capture: async () => ({ type: 'done' }),
  void: async () => ({ type: 'done' }),
} as const satisfies Partial<PaymentProvider>

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
  ...withoutGateway,
  name: 'demonstration',
  methods: () => [demonstrationMethod],
  async start({ id }) {
    return { type: 'decided', status: 'succeeded', method: 'demonstration', reference: id }
  },
  async refund(_, beforeSending) {
    await beforeSending()
    return { type: 'done' }
  },
}

/** No gateway: shoppers transfer to the account of the settings, and the staff record what came. */
export const manualProvider: PaymentProvider = {
  ...withoutGateway,
  name: 'manual',
  decidesAtOnce: false,
  methods: () => [],
  async start() {
    throw new Error('without a gateway nothing is started')
  },
  refund: async () => ({ type: 'refused', reason: '需人工匯款' }),
}
