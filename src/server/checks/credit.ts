import type { BookCheck } from './book-check.ts'

const used = `cause in ('order_used', 'order_given_back')`
const report = 'Report it, with the members or orders that it names, and pay nothing out by hand.'

export const creditChecks: BookCheck[] = [
  {
    id: 'credit-balances',
    name: 'balances of credit and points',
    sentence: '有會員的購物金或點數與明細不符',
    advice: report,
    // A lot is opened once, and never gives more than came in.
    statement: `
      select coalesce(balance.member_id, ledger.member_id) as subject,
        coalesce(balance.credit + balance.points, 0) as ours,
        coalesce(ledger.credit + ledger.points, 0) as theirs
      from credit_balances as balance full join (
        select member_id, coalesce(sum(amount) filter (where kind = 'credit'), 0) as credit,
          coalesce(sum(amount) filter (where kind = 'points'), 0) as points
        from credit_entries group by member_id
      ) as ledger on ledger.member_id = balance.member_id
      where coalesce(balance.credit, 0) <> coalesce(ledger.credit, 0)
        or coalesce(balance.points, 0) <> coalesce(ledger.points, 0)
      union all
      select min(member_id), 0, sum(amount) from credit_entries
      group by lot having sum(amount) < 0 or count(*) filter (where id = lot) <> 1
        or count(distinct (member_id, kind)) > 1`,
  },
  {
    id: 'credit-orders',
    name: 'credit and points that orders use',
    sentence: '有訂單折抵的購物金或點數與明細不符',
    advice: report,
    // A cancelled order uses nothing; one that was sent, or whose money went back, may use less.
    statement: `
      select orders.id as subject, coalesce(said.used, 0) as ours, coalesce(ledger.used, 0) as theirs
      from orders left join (
        select order_id, (-sum(amount_hundredths) / 100)::bigint as used from order_adjustments
        where kind in ('credit', 'points') group by order_id
      ) as said on said.order_id = orders.id left join (
        select order_id, -sum(amount) as used from credit_entries where ${used} group by order_id
      ) as ledger on ledger.order_id = orders.id
      where case
        when state = 'cancelled' then coalesce(ledger.used, 0) <> 0
        when refunded_at is not null or state in ('shipped', 'delivered', 'completed', 'returned')
          then coalesce(ledger.used, 0) not between 0 and coalesce(said.used, 0)
        else coalesce(ledger.used, 0) <> coalesce(said.used, 0) end`,
  },
  {
    id: 'credit-refunds',
    name: 'refunds that became credit',
    sentence: '有轉為購物金的退款與帳目或明細不符',
    advice: report,
    statement: `
      select order_id as subject, sum(refunded) as ours, sum(credited) as theirs from (
        select order_id, amount as refunded, 0 as credited, 0 as booked from refunds
        where to_credit and state = 'done'
        union all
        select order_id, 0, amount, 0 from credit_entries where cause = 'refund'
        union all
        select order_id, 0, 0, amount from book_entries where kind = 'credited'
      ) as book group by order_id
      having sum(refunded) <> sum(credited) or sum(refunded) <> sum(booked)`,
  },
  {
    id: 'credit-earned',
    name: 'points that orders earned',
    sentence: '有訂單的回饋點數重複或收回過多',
    advice: report,
    statement: `
      select order_id as subject, coalesce(sum(amount) filter (where cause = 'earned'), 0) as ours,
        coalesce(-sum(amount) filter (where cause = 'taken_back'), 0) as theirs
      from credit_entries where cause in ('earned', 'taken_back') group by order_id
      having count(*) filter (where cause = 'earned') <> 1 or sum(amount) < 0`,
  },
]
