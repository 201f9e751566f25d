/** The owner of the rows of a table, and the rooms of the server that may name it. */
export interface OwnerRule {
  /** The owner of the rows, who alone may see and change them. */
  owner: 'the shopper' | 'the member' | 'the administrator' | 'the shop' | 'nobody'
  /** The columns that say whose a row is; `parent` when another table says it. */
  by?: string[]
  parent?: { table: string; columns: string[] }
  reads: string
  writes: string
  /** Folders or files under src/server whose queries may name the table. */
  rooms: string[]
}

/** Every table has a rule; one without, and a rule without its table, fail the tests. */
export const ownerRules: Record<string, OwnerRule> = {
  carts: {
    owner: 'the shopper',
    by: ['owner'],
    reads: 'its shopper',
    writes: 'its shopper; the sweep of guests who never came back',
    rooms: ['cart', 'db/housekeeping.ts'],
  },
  cart_lines: {
    owner: 'the shopper',
    by: ['owner'],
    parent: { table: 'carts', columns: ['owner'] },
    reads: 'its shopper',
    writes: 'its shopper',
    rooms: ['cart'],
  },
  orders: {
    owner: 'the shopper',
    by: ['owner'],
    reads: 'its shopper and administrators',
    writes: 'its shopper by ordering and paying; administrators',
    rooms: ['orders', 'payments', 'stock/stock.queries.ts', 'coupons/coupon-uses.queries.ts'],
  },
  order_lines: {
    owner: 'the shopper',
    parent: { table: 'orders', columns: ['order_id'] },
    reads: 'the shopper of the order and administrators',
    writes: 'nobody once the order is placed',
    rooms: ['orders', 'stock/stock.queries.ts'],
  },
  order_adjustments: {
    owner: 'the shopper',
    parent: { table: 'orders', columns: ['order_id'] },
    reads: 'the shopper of the order and administrators',
    writes: 'nobody once the order is placed',
    rooms: ['orders'],
  },
  parcels: {
    owner: 'the shopper',
    parent: { table: 'orders', columns: ['order_id'] },
    reads: 'the shopper of the order and administrators',
    writes: 'administrators',
    rooms: ['orders'],
  },
  parcel_lines: {
    owner: 'the shopper',
    parent: { table: 'parcels', columns: ['parcel_id'] },
    reads: 'the shopper of the order and administrators',
    writes: 'administrators, with the parcel',
    rooms: ['orders'],
  },
  refunds: {
    owner: 'the shopper',
    parent: { table: 'orders', columns: ['order_id'] },
    reads: 'the shopper of the order and administrators',
    writes: 'who cancels or returns what was paid; administrators',
    rooms: ['payments', 'orders/orders.queries.ts', 'db/housekeeping.ts'],
  },
  order_days: {
    owner: 'nobody',
    reads: 'the column default that numbers orders',
    writes: 'the same, with the first order of a day',
    rooms: ['orders'],
  },
  order_events: {
    owner: 'the shop',
    by: ['actor'],
    reads: 'administrators, and of some kinds the shopper of the order',
    writes: 'whoever changes the order, by appending',
    rooms: ['orders'],
  },
  payments: {
    owner: 'the shopper',
    parent: { table: 'orders', columns: ['order_id'] },
    reads: 'the shopper of the order without the words of the gateway; administrators',
    writes: 'the shopper of the order by paying; administrators by marking it; the gateway',
    rooms: ['payments', 'orders/admin-orders.queries.ts'],
  },
  gateway_callbacks: {
    owner: 'the shop',
    reads: 'administrators',
    writes: 'what calls our addresses for the gateway, as it came; limited by network',
    rooms: ['payments', 'db/housekeeping.ts'],
  },
  refund_accounts: {
    owner: 'the shopper',
    parent: { table: 'orders', columns: ['order_id'] },
    reads: 'administrators who may refund',
    writes: 'the shopper of the order; the sweep of those whose refund is done',
    rooms: ['payments', 'db/housekeeping.ts'],
  },
  book_checks: {
    owner: 'nobody',
    reads: 'administrators',
    writes: 'the check of every night',
    rooms: ['payments'],
  },
  book_findings: {
    owner: 'nobody',
    reads: 'the reconciliation',
    writes: 'the check of every night',
    rooms: ['payments'],
  },
  resolved_differences: {
    owner: 'the shop',
    reads: 'administrators',
    writes: 'administrators, by a note',
    rooms: ['payments'],
  },
  settlements: {
    owner: 'the shop',
    reads: 'administrators',
    writes: 'administrators, by importing a file; the sweep after five years',
    rooms: ['payments', 'db/housekeeping.ts'],
  },
  settlement_lines: {
    owner: 'the shop',
    reads: 'administrators',
    writes: 'administrators, by importing a file',
    rooms: ['payments'],
  },
  settlement_formats: {
    owner: 'the shop',
    reads: 'the import of a file',
    writes: 'administrators, by choosing the columns of a file',
    rooms: ['payments'],
  },
  gateway_pace: {
    owner: 'nobody',
    reads: 'the calls to a gateway',
    writes: 'the calls to a gateway',
    rooms: ['payments'],
  },
  idempotency_keys: {
    owner: 'the shopper',
    by: ['owner'],
    reads: 'its shopper, by repeating a call',
    writes: 'its shopper, by a call with a key',
    rooms: ['http/idempotency.ts', 'db/housekeeping.ts'],
  },

  members: {
    owner: 'the member',
    by: ['uid'],
    reads: 'the member by its tokens',
    writes: 'the member by its tokens or a code from its mails; the operator',
    rooms: ['members', 'coupons/coupon-uses.queries.ts'],
  },
  refresh_tokens: {
    owner: 'the member',
    by: ['uid'],
    parent: { table: 'members', columns: ['uid'] },
    reads: 'nobody: only hashes are kept',
    writes: 'the member by signing in, changing the password or leaving',
    rooms: ['members'],
  },
  action_codes: {
    owner: 'the member',
    by: ['uid'],
    parent: { table: 'members', columns: ['uid'] },
    reads: 'nobody: only hashes are kept',
    writes: 'who holds the code, once',
    rooms: ['members', 'db/housekeeping.ts'],
  },
  mail_outbox: {
    owner: 'the member',
    by: ['recipient'],
    reads: 'the operator at the command line; emptied when sent',
    writes: 'the cause of the mail; the worker that sends it',
    rooms: ['mail'],
  },

  administrators: {
    owner: 'the administrator',
    by: ['uid'],
    reads: 'the sign-in of administrators',
    writes: 'the operator at the command line; who holds a code from a mail, the password',
    rooms: ['admin', 'orders/order-timeline.ts'],
  },
  admin_reset_codes: {
    owner: 'the administrator',
    by: ['uid'],
    parent: { table: 'administrators', columns: ['uid'] },
    reads: 'nobody: only hashes are kept',
    writes: 'who holds the code, once; who asks for another one; the operator',
    rooms: ['admin', 'db/housekeeping.ts'],
  },
  admin_sessions: {
    owner: 'the administrator',
    by: ['uid'],
    parent: { table: 'administrators', columns: ['uid'] },
    reads: 'nobody: only hashes are kept',
    writes: 'the administrator by signing in and out; the operator',
    rooms: ['admin', 'db/housekeeping.ts'],
  },
  administrator_networks: {
    owner: 'the administrator',
    by: ['uid'],
    parent: { table: 'administrators', columns: ['uid'] },
    reads: 'the sign-in of administrators; networks are kept hashed',
    writes: 'the administrator by signing in',
    rooms: ['admin', 'db/housekeeping.ts'],
  },

  products: {
    owner: 'the shop',
    reads: 'everybody what is published; administrators all',
    writes: 'administrators',
    rooms: [
      'catalog',
      'cart',
      'orders/admin-orders.queries.ts',
      'stock',
      'payments/reconciliation/differences.queries.ts',
    ],
  },
  stock: {
    owner: 'the shop',
    reads: 'everybody what is left of a product; administrators all',
    writes: 'the orders by holding; administrators by counting',
    rooms: [
      'stock',
      'cart',
      'catalog/catalog.queries.ts',
      'payments/reconciliation/differences.queries.ts',
    ],
  },
  stock_holds: {
    owner: 'the shop',
    reads: 'nobody over HTTP',
    writes: 'the orders by holding, shipping and giving back',
    rooms: ['stock', 'payments/reconciliation/differences.queries.ts'],
  },
  stock_movements: {
    owner: 'the shop',
    reads: 'administrators',
    writes: 'every change of stock, by appending; a trigger refuses every other change',
    rooms: ['stock', 'payments/reconciliation/differences.queries.ts'],
  },
  restock_requests: {
    owner: 'the shop',
    reads: 'nobody over HTTP',
    writes: 'who asks, and who has the link of the mail; the job that writes the mails',
    rooms: ['stock', 'db/housekeeping.ts'],
  },
  coupons: {
    owner: 'the shop',
    reads: 'who knows the code; administrators all',
    writes: 'administrators',
    rooms: ['coupons', 'cart', 'catalog/demo-shop.ts'],
  },
  signing_keys: {
    owner: 'the shop',
    reads: 'the public halves everybody; the private ones the server alone',
    writes: 'the server, when a key is due',
    rooms: ['members'],
  },
  settings: {
    owner: 'the shop',
    reads: 'everybody what the storefront shows; administrators all',
    writes: 'administrators',
    rooms: ['settings'],
  },
  audit_entries: {
    owner: 'the shop',
    reads: 'administrators who may read the audit log',
    writes: 'the transaction of each change by staff; a trigger refuses every other change',
    rooms: ['audit'],
  },
  list_counts: {
    owner: 'nobody',
    reads: 'the lists, for their numbers of pages',
    writes: 'triggers',
    rooms: ['db/list-counts.ts'],
  },
  coupon_uses: {
    owner: 'the shopper',
    by: ['owner'],
    parent: { table: 'orders', columns: ['order_id'] },
    reads: 'administrators',
    writes: 'the shopper of the order by ordering; whoever cancels it',
    rooms: ['coupons'],
  },
  member_mailboxes: {
    owner: 'the member',
    by: ['uid'],
    reads: 'the limits of coupons; mailboxes are kept hashed',
    writes: 'a trigger, with the address of the member',
    rooms: ['coupons'],
  },
  mail_requests: {
    owner: 'nobody',
    reads: 'the job that writes the mail',
    writes: 'who asks for the mail; the job, which deletes it',
    rooms: ['mail', 'db/housekeeping.ts'],
  },
  rate_limit_counts: {
    owner: 'nobody',
    reads: 'the limits; subjects are kept hashed',
    writes: 'the limits',
    rooms: ['limits/rate-limit.ts', 'db/housekeeping.ts'],
  },
  rate_limits: {
    owner: 'nobody',
    reads: 'the limits of a node of the version before',
    writes: 'the same',
    rooms: ['db/housekeeping.ts'],
  },
}
