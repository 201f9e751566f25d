/** A defence taken out: the texts of the server's source that are replaced while it is loaded. */
export interface Weakness {
  /** Which check has to notice, in a few words; docs/reliability.md lists them. */
  noticedBy: string
  changes: { file: string; find: string; replace: string }[]
  /** Run once over the database: a constraint that stands behind the code has to go as well. */
  sql?: string[]
}

export const weaknesses: Record<string, Weakness> = {
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
        file: 'src/server/payments/payments.queries.ts',
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
        file: 'src/server/orders/admin-orders.queries.ts',
        find: ".where(and(eq(orders.id, id), isLive))\n    .for('update')",
        replace: '.where(and(eq(orders.id, id), isLive))',
      },
    ],
    sql: ['drop index payments_one_that_counts'],
  },
  'one deletion': {
    noticedBy: 'race: one order is deleted several times (D13)',
    changes: [
      {
        file: 'src/server/orders/admin-orders.queries.ts',
        find: 'and(eq(orders.id, which.id), isLive)',
        replace: 'eq(orders.id, which.id)',
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
        file: 'src/server/members/action-codes.queries.ts',
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
  'order at one percent': {
    noticedBy: 'race: an order is charged under another coupon than its cart had (D4, D5)',
    changes: [
      {
        file: 'src/server/orders/orders.service.ts',
        find: 'priceCart(linesToPrice(rows), coupon?.percent ?? 100)',
        replace: 'priceCart(linesToPrice(rows), 100)',
      },
    ],
  },
  'shared counters': {
    noticedBy: 'two-nodes.test.ts: each node allows the whole limit (G9)',
    changes: [
      {
        file: 'src/server/http/rate-limit.ts',
        find: "createHash('sha256').update(subject)",
        replace: "createHash('sha256').update(subject + process.pid)",
      },
    ],
  },
  'keys of other nodes': {
    noticedBy: 'two-nodes.test.ts: a token of the other node is refused (I1)',
    changes: [
      {
        file: 'src/server/members/signing-keys.ts',
        find: 'if (key || Date.now()',
        replace: 'if (key || true || Date.now()',
      },
    ],
  },
  'keys by shopper': {
    noticedBy: "two-nodes.test.ts: one shopper's key gives another's answer (D2)",
    changes: [
      {
        file: 'src/server/http/idempotency.ts',
        find: '        eq(idempotencyKeys.owner, owner),\n        eq(',
        replace: '        eq(',
      },
    ],
  },
  'nothing coerced': {
    noticedBy: 'fuzz: a quantity that is no number is taken (A1, A4)',
    changes: [
      {
        file: 'src/server/http/validation.ts',
        find: 'coerceTypes: false',
        replace: "coerceTypes: 'array'",
      },
    ],
  },
  'bodies validated': {
    noticedBy: 'fuzz: a body is taken that the document does not allow (A4, A14)',
    changes: [
      {
        file: 'src/server/http/validation.ts',
        find: 'if (validate(value)) return { value }',
        replace: 'validate(value); return { value }',
      },
    ],
  },
  'storable input': {
    noticedBy: 'fuzz: a null byte ends in a fault of the server (A8, A12)',
    changes: [
      {
        file: 'src/server/http/json-body.ts',
        find: 'if (depth > maxDepth) throw',
        replace: 'if (depth >= 0) return\n  if (depth > maxDepth) throw',
      },
    ],
  },
  'owner of an order': {
    noticedBy: "fuzz: somebody else's order is shown (B2)",
    changes: [
      {
        file: 'src/server/orders/orders.queries.ts',
        find: "and(ofOwner, eq(orders.id, sql.placeholder('id')))",
        replace: "eq(orders.id, sql.placeholder('id'))",
      },
    ],
  },
  'owner of a cart line': {
    noticedBy: "fuzz: a bystander's cart changes (B5)",
    changes: [
      {
        file: 'src/server/cart/cart.queries.ts',
        find: ".where(ofOwner)\n    .prepare('cart_set_quantity')",
        replace:
          ".where(eq(cartLines.id, sql.placeholder('id')))\n    .prepare('cart_set_quantity')",
      },
    ],
  },
  'door of the back office': {
    noticedBy: 'fuzz: a stranger is let into the back office (B1)',
    changes: [
      {
        file: 'src/server/http/caller.ts',
        find: "if (!admin) throw new ShopError('ADMIN_REQUIRED')",
        replace: "if (!admin) return { owner: 'a:x', memberId: null, adminId: 'x' }",
      },
    ],
  },
  'end of a session': {
    noticedBy: 'fuzz: a member is let in whose sessions were ended (C5)',
    changes: [
      {
        file: 'src/server/members/own-identity.ts',
        find: ' || member.sessionVersion !== claims.version',
        replace: '',
      },
    ],
  },
  'nothing of the inside': {
    noticedBy: 'fuzz: a refusal tells of the inside (H9)',
    changes: [
      {
        file: 'src/server/http/error-handler.ts',
        find: '.send(refusal.reply)',
        replace: '.send({ ...refusal.reply, stack: refusal.stack })',
      },
    ],
  },
  'no-store': {
    noticedBy: 'fuzz: a personal answer may be kept by a cache (F7)',
    changes: [
      {
        file: 'src/server/app.ts',
        find: "if (isApi && !reply.hasHeader('cache-control'))",
        replace: "if (false && !reply.hasHeader('cache-control'))",
      },
    ],
  },
  'first page': {
    noticedBy: 'fuzz: page 0 ends in a fault of the server (G1)',
    changes: [
      {
        file: 'src/server/http/requested-page.ts',
        find: 'const page = readPage(text)',
        replace: 'const page = Number(text ?? 1)',
      },
    ],
  },
  'API key of the provider': {
    noticedBy: 'fuzz: a call without the API key is answered (C19)',
    changes: [
      {
        file: 'src/server/members/provider-scope.ts',
        find: 'checkApiKey(request, options.apiKey)',
        replace: 'void checkApiKey',
      },
    ],
  },
  'unknown addresses': {
    noticedBy: "fuzz: an address that is none is refused in the framework's words (A12)",
    changes: [
      {
        file: 'src/server/app.ts',
        find: '    frameworkErrors: refuseAddress,\n',
        replace: '',
      },
    ],
  },
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
        file: 'src/server/orders/orders.service.ts',
        find: 'return transaction(db, (tx) => once(tx, intended, () => orderCart(tx, request)))',
        replace: 'return once(db, intended, () => orderCart(db, request))',
      },
    ],
  },
  'one transaction for a payment': {
    noticedBy: 'torture: a kill leaves an order paid without a payment, or the reverse (H1)',
    changes: [
      {
        file: 'src/server/payments/payments.service.ts',
        find: 'await transaction(db, async (tx) => {\n    hasFailed = false',
        replace: 'await ((work) => work(db))(async (tx) => {\n    hasFailed = false',
      },
    ],
  },
  'PostgreSQL is started again': {
    noticedBy: 'torture: no order after a kill of PostgreSQL (H2)',
    changes: [
      {
        file: 'src/server/db/embedded/supervise.ts',
        find: 'restart = startAgain()',
        replace: 'void startAgain',
      },
    ],
  },
  'connections end at the close': {
    noticedBy: 'torture: SIGTERM takes more than a minute (H6)',
    changes: [
      {
        file: 'src/server/http/closing.ts',
        find: '    isClosing = true\n    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()\n',
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
  'one host a request': {
    noticedBy: 'unit: a request with two hosts is answered (F8)',
    changes: [
      {
        file: 'src/server/http/connections.ts',
        find: 'return hosts === 1 &&',
        replace: 'return hosts >= 1 &&',
      },
    ],
  },
  'no writes from other sites': {
    noticedBy: 'unit: a page elsewhere empties a cart (F6)',
    changes: [
      {
        file: 'src/server/http/security.ts',
        find: 'next(isForeign ? new ShopError',
        replace: 'next(!isForeign && isForeign ? new ShopError',
      },
    ],
  },
  'new carts are limited': {
    noticedBy: 'unit: one network opens carts without end (G4)',
    changes: [
      {
        file: 'src/server/http/write-limits.ts',
        find: 'if (reply.newGuestCookie) refuseIf',
        replace: 'if (!reply) refuseIf',
      },
    ],
  },
  'the guest is hidden from scripts': {
    noticedBy: "unit: a script can read the guest's cookie (F4)",
    changes: [
      { file: 'src/server/http/caller.ts', find: 'httpOnly: true', replace: 'httpOnly: false' },
    ],
  },
  'markup by named policies': {
    noticedBy: 'unit: the policy of the pages lets strings become markup (F1)',
    changes: [
      {
        file: 'src/server/http/security-headers.ts',
        find: '    "require-trusted-types-for \'script\'",\n',
        replace: '',
      },
    ],
  },
}
