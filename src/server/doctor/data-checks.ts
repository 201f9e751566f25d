import { brokenSeals } from '../audit/seal-audit.ts'
import { groupCounts } from '../campaigns/invariants.ts'
import { sampleIndex } from '../search/index-work.ts'
import { readSecretsState } from '../secrets/kept-secrets.ts'
import { findSecretsKey } from '../secrets/secrets-key.ts'
import { createPictureStore } from '../uploads/picture-store.ts'
import { type Check, countCheck, fault, ok } from './check.ts'

const picturesOfBucket = 100
const productsOfIndex = 100
const sealsNamed = 5

export const dataChecks: Check[] = [
  {
    group: 'data',
    name: 'SECRETS_KEY',
    needsDatabase: true,
    async run({ client, config }) {
      if (!client) throw new Error('the check needs the database')
      const { kept, closed } = await readSecretsState(client, findSecretsKey(config))
      if (closed.length === 0) return ok(kept === 0 ? 'not in use' : `opens ${kept} second factors`)
      return fault(
        `${closed.length} of ${kept} second factors are not opened by it`,
        'Set the key of before; or npm run admin -- reset-totp E-MAIL for each.',
      )
    },
  },
  {
    group: 'data',
    name: 'pictures',
    needsDatabase: true,
    async run({ client, config }) {
      const limit = config.uploadsBucket ? picturesOfBucket : 1_000_000
      const found = await client?.query<{ name: string }>(
        `select distinct found[1] as name
         from (
           select image_url as text from products where deleted_at is null
           union all select images_url::text from products where deleted_at is null
           union all select description from products where deleted_at is null
           union all select pictures::text from campaigns where archived_at is null
           union all select snapshot ->> 'picture' from campaign_products
           union all select image from articles where deleted_at is null
           union all select content from articles where deleted_at is null
         ) as named, regexp_matches(text, '/uploads/([0-9a-f]{32}-[0-9]+x[0-9]+[.]jpg)', 'g') as found
         where text like '%/uploads/%' limit $1`,
        [limit],
      )
      const store = createPictureStore(config)
      let missing = 0
      for (const { name } of found?.rows ?? []) if (!(await store.has(name))) missing++
      return missing === 0
        ? ok(`${found?.rows.length ?? 0} are there`)
        : fault(`${missing} pictures are gone`, 'Restore them from a backup, or upload them again.')
    },
  },
  {
    group: 'data',
    name: 'search index',
    needsDatabase: true,
    async run({ client }) {
      if (!client) throw new Error('the check needs the database')
      const { looked, wrong } = await sampleIndex(client, productsOfIndex)
      return wrong === 0
        ? ok(`has ${looked} products as they are`)
        : fault(`has ${wrong} of ${looked} products otherwise`, 'npm run search -- rebuild')
    },
  },
  {
    group: 'data',
    name: 'seals of the audit',
    needsDatabase: true,
    async run({ client }) {
      const found = await client?.query<{ firstId: number; lastId: number }>(brokenSeals)
      const broken = found?.rows ?? []
      if (broken.length === 0) return ok('agree')
      const named = broken
        .slice(0, sealsNamed)
        .map(({ firstId, lastId }) => `${firstId} to ${lastId}`)
      const others = broken.length > sealsNamed ? ` and of ${broken.length - sealsNamed} more` : ''
      return fault(
        `the entries ${named.join(', ')}${others} are not as they were sealed`,
        'Compare them with a backup of before: who can write the database changed them.',
      )
    },
  },
]

export const moneyChecks: Check[] = [
  countCheck({
    group: 'money',
    name: 'stock and its ledger',
    tables: ['stock', 'stock_movements'],
    statement: `
      select from (select product_id, sum(on_hand_change) as on_hand, sum(held_change) as held
        from stock_movements group by product_id) as ledger full join stock using (product_id)
      where (coalesce(stock.on_hand, 0), coalesce(stock.held, 0))
        is distinct from (coalesce(ledger.on_hand, 0), coalesce(ledger.held, 0))`,
    wrong: (n) => `of ${n} products the stock is not the sum of its movements`,
    advice: 'Count these products again, and report it.',
  }),
  countCheck({
    group: 'money',
    name: 'stock held by orders',
    tables: ['stock', 'stock_holds'],
    statement: `
      select from (select product_id, sum(qty) as held from stock_holds group by product_id) as holds
        full join stock using (product_id)
      where coalesce(stock.held, 0) <> coalesce(holds.held, 0)`,
    wrong: (n) => `of ${n} products another quantity is held than orders hold`,
    advice: 'Report it; these products may be sold too often or not at all.',
  }),
  countCheck({
    group: 'money',
    name: 'captures of paid orders',
    tables: ['orders', 'payments'],
    statement: `
      select from orders where state = 'paid' and not exists (
        select from payments where order_id = orders.id and status = 'succeeded' and counts)`,
    wrong: (n) => `${n} paid orders have no capture`,
    advice: 'Compare them with the back office of the gateway.',
  }),
  countCheck({
    group: 'money',
    name: 'refunds',
    tables: ['refunds', 'payments'],
    statement: `
      select from payments join refunds on refunds.payment_id = payments.id
        and refunds.state not in ('failed', 'dropped')
      group by payments.id, captured_amount, payments.amount
      having sum(refunds.amount) > coalesce(captured_amount, payments.amount)`,
    wrong: (n) => `of ${n} payments more is refunded than came in`,
    advice: 'Stop the refunds that wait, and compare with the gateway.',
  }),
  countCheck({
    group: 'money',
    name: 'totals of orders',
    tables: ['orders', 'order_lines', 'order_adjustments'],
    statement: `
      select from orders
      join (select order_id, sum(total) as total from order_lines group by 1) as lines
        on lines.order_id = orders.id
      left join (select order_id, sum(amount_hundredths) as amount from order_adjustments group by 1)
        as changes on changes.order_id = orders.id
      where orders.total <> round(lines.total + coalesce(changes.amount, 0) / 100.0)`,
    wrong: (n) => `the totals of ${n} orders are not their lines, discounts and fees`,
    advice: 'Report it, with the numbers of these orders.',
  }),
  countCheck({
    group: 'money',
    name: 'coupon uses',
    tables: ['coupon_uses', 'orders'],
    statement: `
      select from coupon_uses join orders on orders.id = coupon_uses.order_id
      where coupon_uses.owner <> orders.owner`,
    wrong: (n) => `${n} uses of coupons belong to another customer than their order`,
    advice: 'Report it; limits for each member may be wrong.',
  }),
  countCheck({
    group: 'money',
    name: 'counts of groups',
    tables: ['groups', 'campaigns', 'participations'],
    statement: groupCounts,
    wrong: (n) => `the counts of ${n} groups are not their participations`,
    advice: 'Report it before these groups close; their prices follow from it.',
  }),
]
