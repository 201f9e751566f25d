import type { Mutant } from './mutant.ts'

/** No row is locked while money is recorded, and no index stops a second payment. */
const rowLocks: Mutant = {
  noticedBy: 'money: money is lost, or counts twice (npm run money -- --control)',
  changes: [
    {
      file: 'src/server/orders/back-office/admin-orders.queries.ts',
      find: ".from(orders).where(eq(orders.id, id)).for('update')",
      replace: '.from(orders).where(eq(orders.id, id))',
    },
    {
      file: 'src/server/orders/order-state.queries.ts',
      find: ".for('update')",
      replace: '',
    },
    {
      file: 'src/server/payments/payments.queries.ts',
      find: ".where(counts(orderId)).for('update')",
      replace: '.where(counts(orderId))',
    },
    {
      file: 'src/server/payments/payments.queries.ts',
      find: ".from(payments).where(eq(payments.id, id)).for('update')",
      replace: '.from(payments).where(eq(payments.id, id))',
    },
  ],
  sql: ['drop index payments_one_that_counts'],
}

/** The mutants that the money harness must detect. */
export const moneyMutants: Record<string, Mutant> = {
  'row locks of money': rowLocks,
  'money that nobody waits for': {
    noticedBy: 'money: a second payment is neither given back nor on the worklist (GATEWAY-30)',
    changes: [
      {
        file: 'src/server/payments/news/apply-news.ts',
        find: 'await returnMoney(tx, deps, { order, payment, reason })',
        replace: 'await Promise.resolve(reason)',
      },
    ],
  },
  'money of the pick-up': {
    noticedBy: 'money: what a store collected is in no books (SHIP-12)',
    changes: [
      {
        file: 'src/server/shipments/apply-state.ts',
        find: 'if (collected) await takeCollected(',
        replace: 'if (collected && collected.amount < 0) await takeCollected(',
      },
    ],
  },
  'one number until it is answered': {
    noticedBy: 'money: a parcel whose answer was lost is made twice (SHIP-12)',
    changes: [
      {
        file: 'src/server/shipments/register-shipment.ts',
        find: '，稍後自動再試` })',
        replace: '`, tradeNo: createTradeNumber(), attempts: 0 })',
      },
    ],
  },
}
