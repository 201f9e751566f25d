/** The input of a charge. */
export interface Charge {
  orderId: string
  /** Identifies this attempt at the provider. */
  attemptId: string
  /** In whole NT$. */
  amount: number
}

export interface ChargeResult {
  status: 'succeeded' | 'failed'
  /** How it was paid, as the order shows it. */
  method: string
  /** The id of the payment at the provider. */
  reference: string
}

/**
 * Takes payments that are decided at once. It is called while the order is locked, so it must
 * answer from this process; a gateway on the network will answer through signed callbacks.
 */
export interface PaymentProvider {
  name: string
  charge(charge: Charge): Promise<ChargeResult>
}

/** Accepts everything and moves no money. */
export const demonstrationProvider: PaymentProvider = {
  name: 'demonstration',
  async charge({ attemptId }) {
    return { status: 'succeeded', method: 'demonstration', reference: attemptId }
  },
}

/** A gateway took it: it goes back by a refund alone. */
export function isRealMoney(provider: string): boolean {
  return provider === 'ecpay'
}
