import type { Mutant } from './mutant.ts'

/** The mutants that torture must detect. */
export const faultMutants: Record<string, Mutant> = {
  'answer after the commit': {
    noticedBy: 'torture: acknowledged orders are lost by a kill (H1, H2)',
    changes: [
      {
        file: 'src/server/db/transaction.ts',
        find: "const { command } = await client.query('commit')",
        replace:
          "const command = 'COMMIT'; client.query('select pg_sleep(0.3); commit').catch(() => {})",
      },
    ],
  },
  'one transaction for an order': {
    noticedBy: 'torture: a kill leaves half an order (H1)',
    changes: [
      {
        file: 'src/server/orders/placing/orders.service.ts',
        find: `return transaction(db, (tx) =>
    withIdempotency(tx, intended, () => orderCart(tx, request, subscribers)),
  )`,
        replace: 'return withIdempotency(db, intended, () => orderCart(db, request, subscribers))',
      },
    ],
  },
  'one transaction for a payment': {
    noticedBy: 'torture: a kill leaves an order paid without a payment, or the reverse (H1)',
    changes: [
      {
        file: 'src/server/payments/paying/payments.service.ts',
        find: 'await transaction(db, async (tx) => {\n    hasFailed = false',
        replace: 'await ((work) => work(db))(async (tx) => {\n    hasFailed = false',
      },
    ],
  },
  'PostgreSQL is started again': {
    noticedBy: 'torture: no order after a kill of PostgreSQL (H2)',
    changes: [
      {
        file: 'src/server/db/embedded/postmaster.ts',
        find: 'const supervision = keepRunning()',
        replace: 'const supervision = Promise.resolve(keepRunning.name)',
      },
    ],
  },
  'connections end at the close': {
    noticedBy: 'torture: SIGTERM takes more than a minute (H6)',
    changes: [
      {
        file: 'src/server/http/closing.ts',
        find: '    isClosing = true\n    setTimeout(() => app.server.closeAllConnections(), gracePeriodMs).unref()\n',
        replace: '',
      },
    ],
  },
  'what is open is finished': {
    noticedBy: 'torture: SIGTERM cuts open orders off (H6)',
    changes: [
      {
        file: 'src/server/main.ts',
        find: "process.on('SIGTERM', (signal) => void stop(signal))",
        replace: "process.on('SIGTERM', () => process.exit(0))",
      },
    ],
  },
  'a full disk means: not just now': {
    noticedBy: 'torture: a full disk is answered with 500 (H7)',
    changes: [
      {
        file: 'src/server/db/database-error.ts',
        find: '/^(08|53|57)|',
        replace: '/^(08|57)|',
      },
    ],
  },
}
