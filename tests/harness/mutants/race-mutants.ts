import type { Mutant } from './mutant.ts'

/** The mutants that the race harness must detect. */
export const raceMutants: Record<string, Mutant> = {
  'cart lock': {
    noticedBy: 'race: one cart becomes several orders (D1)',
    changes: [
      {
        file: 'src/server/cart/cart.queries.ts',
        find: ".where(eq(carts.owner, owner))\n    .for('update')",
        replace: '.where(eq(carts.owner, owner))',
      },
    ],
  },
  'cart lock at an addition': {
    noticedBy: 'race: a cart gets more lines than it may have (G4)',
    changes: [
      {
        file: 'src/server/cart/cart.queries.ts',
        find: '.onConflictDoUpdate({ target: carts.owner, set: { updatedAt: sql`now()` } })',
        replace: '.onConflictDoNothing()',
      },
    ],
  },
  'quantities add up': {
    noticedBy: 'race: a line holds less than was added (D7)',
    changes: [
      {
        file: 'src/server/cart/cart.queries.ts',
        find: 'do update set qty = line.qty + excluded.qty',
        replace:
          'do update set qty = (select qty from cart_lines where id = line.id) + excluded.qty',
      },
      {
        file: 'src/server/cart/cart.queries.ts',
        find: '.onConflictDoUpdate({ target: carts.owner, set: { updatedAt: sql`now()` } })',
        replace: '.onConflictDoNothing()',
      },
    ],
  },
  'saved answers': {
    noticedBy: 'race: a repeat with the same key is refused instead of answered (D1, D2)',
    changes: [
      {
        file: 'src/server/http/idempotency.ts',
        find: 'if (!intended) return work()',
        replace: 'return work()',
      },
    ],
  },
  'other body under a key': {
    noticedBy: 'race: two bodies under one key are both answered (D2)',
    changes: [
      {
        file: 'src/server/http/idempotency.ts',
        find: 'if (saved.requestHash !== requestHash)',
        replace: 'if (saved.requestHash === null)',
      },
    ],
  },
  'order lock at a payment': {
    noticedBy: 'race: one order has several payments that count (D8)',
    changes: [
      {
        file: 'src/server/orders/order-state.queries.ts',
        find: ".for('update')",
        replace: '',
      },
    ],
    sql: ['drop index payments_one_that_counts'],
  },
  'order lock at a change': {
    noticedBy: 'race: paid and unpaid do not take turns, or payments and state disagree (D8)',
    changes: [
      {
        file: 'src/server/orders/back-office/admin-orders.queries.ts',
        find: ".for('update')\n    .prepare('order_lock_live')",
        replace: ".prepare('order_lock_live')",
      },
    ],
    sql: ['drop index payments_one_that_counts'],
  },
  'one deletion': {
    noticedBy: 'race: one order is deleted several times (D13)',
    changes: [
      {
        file: 'src/server/orders/back-office/admin-orders.queries.ts',
        find: 'and(isWanted, isLive, ',
        replace: 'and(isWanted, ',
      },
    ],
  },
  'one account an address': {
    noticedBy: 'race: one address becomes several accounts (C9)',
    changes: [
      {
        file: 'src/server/members/members.queries.ts',
        find: '.onConflictDoNothing({ target: members.emailKey })',
        replace: '',
      },
    ],
    sql: ['drop index members_email_key'],
  },
  'one use of a code': {
    noticedBy: 'race: one action code succeeds several times (C4)',
    changes: [
      {
        file: 'src/server/members/account/action-codes.queries.ts',
        find: '        isNull(actionCodes.usedAt),\n        gt(',
        replace: '        gt(',
      },
    ],
  },
  'one coupon a code': {
    noticedBy: 'race: one code becomes several coupons (A10)',
    changes: [],
    sql: ['drop index coupons_code'],
  },
  'coupon lock': {
    noticedBy: 'race: more orders have a coupon than it may be used (COUPONRULE-07)',
    changes: [
      {
        file: 'src/server/coupons/coupon-uses.queries.ts',
        find: "byId(db).for('no key update').prepare('coupon_lock_limits')",
        replace: "byId(db).prepare('coupon_lock_limits')",
      },
    ],
  },
  'order at one percent': {
    noticedBy: 'race: an order is charged under another coupon than its cart had (D4, D5)',
    changes: [
      {
        file: 'src/server/orders/placing/orders.service.ts',
        find: 'priceCart(linesToPrice(rows), couponAdjustments(coupon, rows))',
        replace: 'priceCart(linesToPrice(rows), [])',
      },
    ],
  },
  'shared counters': {
    noticedBy: 'two-nodes.long.test.ts: each node allows the whole limit (G9)',
    changes: [
      {
        file: 'src/server/limits/rate-limit.ts',
        find: '.consume(sha256(subject)',
        replace: '.consume(sha256(subject + process.pid)',
      },
    ],
  },
  'keys of other nodes': {
    noticedBy: 'two-nodes.long.test.ts: a token of the other node is refused (I1)',
    changes: [
      {
        file: 'src/server/members/tokens/signing-keys.ts',
        find: 'if (key || Date.now()',
        replace: 'if (key || true || Date.now()',
      },
    ],
  },
  'keys by shopper': {
    noticedBy: "two-nodes.long.test.ts: one shopper's key gives another's answer (D2)",
    changes: [
      {
        file: 'src/server/http/idempotency.ts',
        find: '        eq(idempotencyKeys.owner, owner),\n        eq(',
        replace: '        eq(',
      },
    ],
  },
}
