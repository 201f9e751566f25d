import { type SQL, sql } from 'drizzle-orm'
import { erasedText } from '../db/tables/orders.ts'
import { campaignRules } from './campaign-columns.ts'
import type { Person } from './person.ts'
import {
  askedOfStaff,
  deletedRow,
  type Erasure,
  forEver,
  masked,
  type TableRule,
  withOrder,
} from './table-rule.ts'

const ofOwner = ({ owners }: Person) => sql`owner = any(${sql.param(owners)})`
const ofCustomer = ({ key }: Person) =>
  sql`customer = (select num from customers where key = ${key})`
const ofMember = ({ uid }: Person) => sql`uid = ${uid}`
const ofShop = 'with the shop'
const ofStaff = 'until the administrator is removed'

/**
 * Every table of the database, and each of its text and JSON columns: a test compares this with the
 * schema, so that a new table or column without a decision fails.
 */
export const tableRules: Record<string, TableRule> = {
  orders: {
    kept: 'the order for ever; its contact for 5 years after it ended',
    orderColumn: 'id',
    personal: {
      contact_name: 'text',
      user_email: 'text',
      user_tel: 'text',
      user_address: 'text',
      user_zip: 'null',
      user_county: 'null',
      user_district: 'null',
      // A store near the home, above all.
      shipping: 'null',
      invoice_carrier_number: 'null',
      invoice_tax_id: 'null',
      invoice_title: 'null',
      invoice_love_code: 'null',
      user_extra: 'json',
      extra: 'json',
      message: 'empty',
      cancel_reason: 'null',
      holders: 'null',
      customer_key: 'null',
      // A job makes them of what is left.
      search_terms: 'derived',
    },
    plain: [
      'id',
      'owner',
      'state',
      'payment_state',
      'language',
      'group_id',
      'number',
      'payment_method',
      'charge_kind',
      'deleted_by',
      'deletion',
      'ships_with',
      'invoice_kind',
      'invoice_carrier',
    ],
  },
  order_lines: {
    kept: `${forEver}; own keys ${withOrder}`,
    orderColumn: 'order_id',
    personal: { extra: 'json' },
    plain: [
      ...['order_id', 'id', 'product_id', 'variant_id', 'variant_title', 'sku'],
      ...['product', 'title', 'unit', 'coupon'],
    ],
  },
  order_adjustments: { kept: forEver, personal: {}, plain: ['order_id', 'kind', 'label'] },
  order_days: { kept: forEver, personal: {}, plain: [] },
  order_events: {
    kept: `${forEver}; what they say ${withOrder}`,
    orderColumn: 'order_id',
    personal: { detail: 'json' },
    plain: ['order_id', 'kind', 'actor'],
  },
  parcels: {
    kept: `${forEver}; the tracking number ${withOrder}`,
    orderColumn: 'order_id',
    personal: { tracking_number: 'text' },
    plain: ['id', 'order_id', 'carrier'],
  },
  parcel_lines: { kept: forEver, personal: {}, plain: ['parcel_id', 'line_id'] },
  payments: {
    kept: `${forEver}; what the gateway says of the payer ${withOrder}`,
    orderColumn: 'order_id',
    personal: { message: 'null', number: 'null' },
    plain: [
      ...['id', 'order_id', 'provider', 'merchant', 'method', 'status', 'reference', 'trade_no'],
      ...['gateway_trade_no', 'authorisation', 'task'],
    ],
  },
  refunds: {
    kept: `${forEver}; reason and account ${withOrder}`,
    orderColumn: 'order_id',
    personal: { reason: 'text', account_last5: 'null', last_error: 'null' },
    plain: ['id', 'order_id', 'payment_id', 'state'],
  },
  refund_lines: { kept: forEver, personal: {}, plain: ['refund_id', 'line_id'] },
  invoices: {
    kept: `${forEver}; who gets it, and what the provider says, ${withOrder}`,
    orderColumn: 'order_id',
    personal: { choice: 'null', message: 'null', void_reason: 'null' },
    plain: [
      ...['id', 'order_id', 'number', 'lines', 'state', 'merchant'],
      ...['invoice_number', 'random_number'],
    ],
  },
  invoice_allowances: {
    kept: forEver,
    personal: {},
    plain: ['id', 'invoice_id', 'lines', 'state', 'number', 'message'],
  },
  invoice_numbers: { kept: ofShop, personal: {}, plain: ['period'] },
  return_cases: {
    kept: `${forEver}; what was written and the tracking number ${withOrder}`,
    orderColumn: 'order_id',
    personal: {
      reason: 'empty',
      answer: 'null',
      refund_note: 'null',
      tracking_number: 'empty',
    },
    plain: ['id', 'order_id', 'state', 'way', 'refund_to', 'carrier', 'refund_id'],
  },
  return_lines: { kept: forEver, personal: {}, plain: ['case_id', 'line_id'] },
  refund_accounts: {
    kept: 'until 30 days after the refund',
    orderColumn: 'order_id',
    removesRows: true,
    personal: { bank_code: 'with_row', account: 'with_row', holder: 'with_row' },
    plain: ['order_id'],
  },
  gateway_callbacks: {
    kept: 'body and network for 180 days; the outcome and a hash of the body for 400 days, of one that was believed for ever',
    personal: { body: 'bytes', network: 'text' },
    plain: ['kind', 'outcome', 'reason', 'body_hash', 'digest'],
  },
  book_checks: { kept: 'until the next check', personal: {}, plain: ['name'] },
  book_findings: { kept: 'until the next check', personal: {}, plain: ['kind', 'subject_id'] },
  resolved_differences: {
    kept: `${forEver}; the note ${withOrder}`,
    orderColumn: 'order_id',
    personal: { note: 'empty' },
    plain: ['id', 'kind', 'order_id', 'attempt_id', 'product_id', 'trade_no'],
  },
  settlements: {
    kept: `${forEver}; of the file its hash, never its text`,
    personal: {},
    written: { file_name: askedOfStaff },
    plain: ['id', 'file_hash'],
  },
  settlement_lines: {
    kept: 'with the settlement',
    personal: {},
    plain: ['settlement_id', 'trade_no', 'order_id', 'result'],
  },
  settlement_formats: { kept: ofShop, personal: {}, plain: ['header_hash', 'columns'] },
  ...campaignRules,
  credit_entries: {
    kept: `${forEver}; the reason of the staff until the member is erased`,
    ofPerson: ({ uid }) => sql`member_id = ${uid}`,
    personal: { reason: 'empty' },
    plain: ['id', 'member_id', 'kind', 'lot', 'cause', 'order_id', 'refund_id', 'actor'],
  },
  credit_balances: { kept: forEver, personal: {}, plain: ['member_id'] },
  coupon_uses: { kept: forEver, personal: {}, plain: ['order_id', 'coupon_id', 'owner'] },
  stock_holds: { kept: 'with the order', personal: {}, plain: ['order_id', 'product_id'] },
  stock_movements: {
    kept: forEver,
    personal: {},
    written: { note: askedOfStaff },
    plain: ['product_id', 'kind', 'actor', 'actor_name', 'order_id'],
  },
  erasures: {
    kept: '90 days; the line beside the backups as long as these',
    personal: {},
    plain: ['hash'],
  },
  erasure_keys: { kept: forEver, personal: {}, plain: ['key'] },
  policy_versions: { kept: forEver, personal: {}, plain: ['text', 'terms'] },
  consents: {
    kept: 'with the order or the member',
    orderColumn: 'order_id',
    ofPerson: ({ uid }) => sql`member_id = ${uid}`,
    removesRows: true,
    personal: { member_id: 'with_row' },
    plain: ['order_id'],
  },
  customer_notes: {
    kept: 'with the contact of the last order',
    ofPerson: ofCustomer,
    removesRows: true,
    personal: { text: 'with_row' },
    plain: ['id', 'author'],
  },
  customer_tags: {
    kept: 'with the contact of the last order',
    ofPerson: ofCustomer,
    removesRows: true,
    personal: { tag: 'with_row' },
    plain: [],
  },
  customers: {
    kept: 'with the contact of the last order',
    ofPerson: ({ key }) => sql`key = ${key}`,
    removesRows: true,
    personal: {
      key: 'with_row',
      name: 'with_row',
      email: 'with_row',
      email_key: 'hidden',
      tel: 'with_row',
      search_terms: 'hidden',
    },
    plain: [],
  },
  carts: {
    kept: 'a guest for 180 days, a member with the account',
    ofPerson: ofOwner,
    removesRows: true,
    personal: { owner: 'with_row' },
    plain: ['coupon_id'],
  },
  store_choices: {
    kept: '180 days',
    ofPerson: ofOwner,
    removesRows: true,
    personal: {
      ...{ owner: 'with_row', chain: 'with_row', store_id: 'with_row' },
      ...{ token: 'hidden', back: 'hidden' },
    },
    plain: [],
  },
  shipments: {
    kept: `${forEver}; store and numbers ${withOrder}`,
    orderColumn: 'order_id',
    personal: {
      ...{ store_id: 'empty', message: 'null', fault: 'null' },
      ...{ payment_no: 'null', validation_no: 'null', shipment_no: 'null', provider_id: 'null' },
    },
    plain: [
      ...['id', 'order_id', 'provider', 'merchant', 'chain', 'trade_no', 'state', 'code'],
      'parcel_id',
    ],
  },
  shipment_events: {
    kept: `${forEver}; they name a state alone`,
    personal: {},
    plain: ['shipment_id', 'code', 'state', 'message', 'source'],
  },
  stores: {
    kept: ofShop,
    personal: {},
    plain: ['chain', 'id', 'name', 'county', 'district', 'address', 'tel'],
  },
  store_lists: { kept: ofShop, personal: {}, plain: ['chain', 'fault'] },
  cart_lines: {
    kept: 'with the cart',
    ofPerson: ofOwner,
    removesRows: true,
    personal: { owner: 'with_row', extra: 'with_row' },
    plain: ['id', 'product_id'],
  },
  // Before the identities, by which its rows are found.
  line_sign_ins: {
    kept: '20 minutes',
    ofPerson: ({ uid }) =>
      sql`subject in (select subject from member_identities where uid = ${uid})`,
    removesRows: true,
    personal: {
      ...{ subject: 'with_row', name: 'with_row', picture: 'with_row', email: 'with_row' },
      ...{ state_hash: 'hidden', browser_hash: 'hidden', nonce: 'hidden' },
      ...{ code_verifier: 'hidden', code_hash: 'hidden', sealed_token: 'hidden' },
    },
    plain: ['next', 'purpose'],
  },
  line_friends: {
    kept: 'until the person leaves the official account, and 30 days after',
    ofPerson: ({ uid }) => sql`subject in (
      select subject from member_identities where provider = 'line' and uid = ${uid})`,
    removesRows: true,
    personal: { subject: 'with_row' },
    plain: [],
  },
  line_events: {
    kept: '7 days',
    ofPerson: ({ uid }) => sql`subject in (
      select subject from member_identities where provider = 'line' and uid = ${uid})`,
    removesRows: true,
    personal: { subject: 'with_row', reply_token: 'hidden' },
    plain: ['id', 'kind', 'command'],
  },
  member_identities: {
    kept: 'until the member leaves, or takes it off',
    ofPerson: ofMember,
    removesRows: true,
    personal: { subject: 'with_row', uid: 'with_row', sealed_token: 'hidden' },
    plain: ['provider'],
  },
  members: {
    kept: 'until the member leaves',
    ofPerson: ofMember,
    removesRows: true,
    personal: {
      uid: 'with_row',
      email: 'with_row',
      email_key: 'hidden',
      password_hash: 'hidden',
      display_name: 'with_row',
      photo_url: 'with_row',
    },
    plain: ['language'],
  },
  member_mailboxes: {
    kept: 'for ever, without the address: limits of coupons count on it',
    ofPerson: ofMember,
    removesRows: true,
    personal: { uid: 'with_row', mailbox: 'hidden' },
    plain: [],
  },
  refresh_tokens: {
    kept: 'until 400 days unused',
    ofPerson: ofMember,
    removesRows: true,
    personal: { token_hash: 'hidden', uid: 'with_row', user_agent: 'with_row' },
    plain: [],
  },
  action_codes: {
    kept: '7 days past their end',
    ofPerson: ofMember,
    removesRows: true,
    personal: {
      code_hash: 'hidden',
      pin_hash: 'hidden',
      uid: 'with_row',
      email: 'with_row',
      new_email: 'with_row',
    },
    plain: ['purpose'],
  },
  idempotency_keys: {
    kept: '24 hours',
    ofPerson: ofOwner,
    removesRows: true,
    personal: { owner: 'with_row', key: 'hidden', request_hash: 'hidden', reply: 'hidden' },
    plain: [],
  },
  line_agreements: {
    kept: 'until withdrawn, or the account is deleted',
    ofPerson: ofMember,
    removesRows: true,
    personal: { uid: 'with_row' },
    plain: [],
  },
  line_messages: {
    kept: '90 days; the text until it is sent',
    orderColumn: 'order_id',
    ofPerson: ofMember,
    removesRows: true,
    personal: { uid: 'with_row', content: 'with_row', last_error: 'with_row' },
    plain: ['order_id', 'topic', 'retry_key', 'run_id', 'state', 'dropped'],
  },
  push_subscriptions: {
    kept: 'until switched off, or the session or the account ends; 400 days unseen',
    ofPerson: ofMember,
    removesRows: true,
    personal: { uid: 'with_row', endpoint: 'hidden', p256dh: 'hidden', auth: 'hidden' },
    plain: [],
  },
  line_quota: { kept: ofShop, personal: {}, plain: [] },
  mail_outbox: {
    kept: '30 days; the text until it is sent',
    orderColumn: 'order_id',
    ofPerson: ({ emails }) => sql`recipient = any(${sql.param(emails)})`,
    removesRows: true,
    personal: {
      recipient: 'with_row',
      subject: 'with_row',
      // They may hold codes and links.
      text_body: 'hidden',
      html_body: 'hidden',
      last_error: 'hidden',
      message_id: 'hidden',
      network: 'hidden',
      unsubscribe_url: 'hidden',
    },
    plain: ['order_id', 'kind', 'run_id', 'withheld'],
  },
  mail_requests: {
    kept: 'a day',
    ofPerson: ({ emails }) =>
      sql`exists (select from jsonb_each_text(content) where value = any(${sql.param(emails)}))`,
    removesRows: true,
    personal: { content: 'hidden' },
    plain: [],
  },
  restock_requests: {
    kept: 'until mailed, 180 days at most',
    ofPerson: ({ emails }) => sql`email = any(${sql.param(emails)})`,
    removesRows: true,
    personal: { email: 'with_row', id: 'hidden', network: 'hidden' },
    plain: ['language', 'product_id'],
  },
  newsletter_subscribers: {
    kept: 'until unsubscribed; 7 days without a confirmation',
    ofPerson: ({ emails }) => sql`email = any(${sql.param(emails)})`,
    removesRows: true,
    personal: { email: 'with_row' },
    plain: ['id', 'consent'],
  },
  rate_limit_counts: { kept: 'their window', personal: {}, plain: ['key'] },
  runs: {
    kept: '30 days; what an export searches for until it ends',
    // Tracking numbers by order go by `eraseRuns`, tags that nobody else has by `eraseWritten`.
    personal: { input: 'json' },
    plain: [
      ...['id', 'kind', 'action', 'state', 'started_by', 'starter_name', 'starter', 'undone_by'],
      'reason',
    ],
  },
  run_entries: {
    kept: 'with their run',
    personal: { input: 'json' },
    plain: ['run_id', 'subject_id', 'title', 'state', 'reason', 'undo'],
  },
  audit_entries: {
    kept: '5 years; personal data are masked when an entry is written',
    personal: {},
    written: { subject_title: masked, before: masked, after: masked },
    plain: [
      ...['actor_id', 'actor_name', 'role', 'action', 'subject_kind', 'subject_id'],
      ...['request_id', 'network', 'device', 'run_id'],
    ],
  },
  audit_seals: { kept: forEver, personal: {}, plain: ['hash'] },
  administrators: {
    kept: ofStaff,
    personal: {},
    plain: [
      ...['uid', 'username', 'password_hash', 'name', 'role'],
      ...['totp_secret', 'totp_pending'],
    ],
  },
  admin_recovery_codes: { kept: ofStaff, personal: {}, plain: ['uid', 'code_hash'] },
  staff_invitations: {
    kept: 'until they end',
    personal: {},
    plain: ['id', 'email', 'role', 'code_hash', 'invited_by'],
  },
  admin_sessions: {
    kept: 'until they end',
    personal: {},
    plain: ['token_hash', 'uid', 'id', 'device', 'network'],
  },
  webhooks: {
    kept: 'until they are deleted',
    personal: {},
    plain: ['id', 'url', 'events', 'secret'],
  },
  webhook_deliveries: {
    kept: '30 days',
    personal: {},
    // Ids, states and amounts; the receiver's own words for the people who run it.
    plain: [
      ...['message_id', 'webhook_id', 'type', 'subject', 'body', 'state'],
      ...['answer', 'error'],
    ],
  },
  api_keys: {
    kept: 'until they are revoked',
    personal: {},
    plain: ['id', 'name', 'key_hash', 'prefix', 'permissions', 'created_by'],
  },
  admin_reset_codes: {
    kept: 'until they end',
    personal: {},
    plain: ['uid', 'code_hash', 'password_digest'],
  },
  administrator_networks: { kept: '180 days unused', personal: {}, plain: ['uid', 'network_hash'] },
  products: {
    kept: ofShop,
    personal: {},
    plain: [
      ...['id', 'title', 'category', 'content', 'content_json', 'description'],
      ...['image_url', 'images_url', 'unit', 'extra', 'deleted_by', 'deletion', 'search_terms'],
      ...['text_terms', 'options', 'english', 'temperature', 'no_return', 'sides_mm', 'tax_type'],
    ],
  },
  book_entries: { kept: forEver, personal: {}, plain: ['kind', 'order_id'] },
  articles: {
    kept: ofShop,
    personal: {},
    plain: [
      ...['id', 'title', 'author', 'description', 'content', 'image', 'tags', 'extra', 'english'],
      ...['deleted_by', 'deletion'],
    ],
  },
  categories: { kept: ofShop, personal: {}, plain: ['name', 'picture', 'text'] },
  info_pages: {
    kept: ofShop,
    personal: {},
    plain: ['id', 'title', 'slug', 'content', 'english', 'preview', 'deleted_by', 'deletion'],
  },
  coupons: {
    kept: ofShop,
    personal: {},
    plain: ['id', 'title', 'code', 'extra', 'categories', 'product_ids', 'deleted_by', 'deletion'],
  },
  variants: {
    kept: ofShop,
    personal: {},
    plain: [
      ...['id', 'product_id', 'option_values', 'title', 'sku', 'barcode', 'image_url'],
      'sides_mm',
    ],
  },
  stock: { kept: ofShop, personal: {}, plain: ['product_id'] },
  product_sales: { kept: ofShop, personal: {}, plain: ['product_id'] },
  missed_searches: {
    kept: '90 days; never by whom, no address, no telephone number',
    personal: {},
    written: { word: deletedRow, typed: deletedRow },
    plain: [],
  },
  list_views: {
    kept: ofStaff,
    personal: {},
    written: { name: deletedRow, query: deletedRow },
    plain: ['id', 'uid', 'list', 'columns'],
  },
  list_columns: { kept: ofStaff, personal: {}, plain: ['uid', 'list', 'columns'] },
  signing_keys: {
    kept: 'until retired',
    personal: {},
    plain: ['kid', 'private_jwk', 'public_jwk'],
  },
  shipping_methods: {
    kept: ofShop,
    personal: {},
    plain: ['id', 'kind', 'name', 'provider', 'options', 'steps', 'outlying'],
  },
  settings: { kept: ofShop, personal: {}, plain: ['group', 'values', 'updated_by', 'sealed'] },
  gateway_pace: { kept: ofShop, personal: {}, plain: ['provider'] },
  first_admin_codes: { kept: 'until they end', personal: {}, plain: ['code_hash'] },
  demo_rows: { kept: 'until the demo is cleared', personal: {}, plain: ['kind', 'id'] },
  demo_shop: { kept: ofShop, personal: {}, plain: [] },
  outgoing_hold: { kept: 'until released', personal: {}, plain: [] },
  run_files: { kept: '24 hours', personal: {}, plain: ['run_id', 'name'] },
  run_file_parts: { kept: 'with the file', personal: {}, plain: ['run_id', 'bytes'] },
  import_lines: {
    kept: '2 days; of shipments with tracking numbers, of subscribers with addresses',
    personal: { cells: 'with_row', changes: 'with_row', errors: 'with_row', plan: 'with_row' },
    plain: ['run_id', 'outcome', 'subject_id', 'title', 'place'],
  },
  import_matches: {
    kept: ofShop,
    personal: {},
    plain: ['kind', 'preset', 'word', 'field'],
  },
  imported_pictures: {
    kept: 'with their run',
    personal: {},
    plain: ['run_id', 'product_id', 'address', 'state', 'reason'],
  },
  closed_months: {
    kept: 'the books keep five years and more; no name of a customer is in it',
    personal: {},
    plain: ['month', 'closed_by', 'figures', 'file'],
  },
  closed_month_items: { kept: 'with their month', personal: {}, plain: ['kind', 'item', 'month'] },
  feed_keys: { kept: ofShop, personal: {}, plain: ['id', 'key', 'created_by'] },
  data_check: { kept: 'until the next check', personal: {}, plain: ['findings'] },
}

/** An erased value; undefined: the column goes with its row, or follows another one. */
export function erasedValue(erasure: Erasure): SQL | undefined {
  switch (erasure) {
    case 'text':
      return sql`${erasedText}`
    case 'empty':
      return sql`''`
    case 'null':
    case 'derived':
      return sql`null`
    case 'json':
      return sql`'{}'::jsonb`
    case 'bytes':
      return sql`''::bytea`
    default:
      return undefined
  }
}
