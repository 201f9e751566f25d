import type { Mutant } from './mutant.ts'

/** The mutants that the money harness must detect. */
export const moneyMutants: Record<string, Mutant> = {
  'money that nobody waits for': {
    noticedBy: 'money: a second payment is neither given back nor on the worklist (GATEWAY-30)',
    changes: [
      {
        file: 'src/server/payments/apply-news.ts',
        find: 'else if (isWhole) await returnMoney(tx, deps, { order, payment, hasMoney })',
        replace: 'else if (isWhole) await Promise.resolve()',
      },
    ],
  },
}
