import type { BookCheck } from './book-check.ts'

const money = 'coalesce(p.captured_amount, p.amount)'
const givenBack = `(select coalesce(sum(refund.amount), 0) from refunds as refund
  where refund.payment_id = p.id and refund.state not in ('failed', 'dropped'))`
const compare = 'See 對帳 in the back office, and compare with the gateway.'

export const moneyChecks: BookCheck[] = [
  {
    id: 'stray-money',
    name: 'money that belongs to no order',
    sentence: '有不屬於訂單、金額不符或重複的款項',
    advice: compare,
    isLive: true,
    statement: `
      select p.id as subject, case when ${money} <> p.amount then 'amount_differs'
          when o.state = 'cancelled' then 'money_without_order'
          else 'paid_twice' end as kind,
        case when ${money} <> p.amount then p.amount else 0 end as ours, ${money} as theirs,
        p.state_since as since
      from payments as p join orders as o on o.id = p.order_id
      where p.status in ('authorised', 'succeeded') and not p.counts and not p.supplements
        and ${givenBack} < ${money}`,
  },
  {
    id: 'money-of-ended-orders',
    name: 'money of orders that ended',
    sentence: '有款項但訂單無效',
    advice: compare,
    isLive: true,
    // A demonstration moves no money. Of an archived order that was shipped the money is earned.
    statement: `
      select p.id as subject, 'money_without_order' as kind, 0 as ours, ${money} as theirs,
        greatest(o.state_since, p.state_since) as since
      from orders as o join payments as p on p.order_id = o.id
      where o.payment_state = 'paid' and p.provider not in ('demonstration', 'free')
        and (o.state = 'cancelled'
          or o.deleted_at is not null and o.state in ('paid', 'preparing'))
        and p.status in ('authorised', 'succeeded') and (p.counts or p.supplements)
        and ${givenBack} < ${money}`,
  },
  {
    id: 'undone-tasks',
    name: 'captures and voids that failed',
    sentence: '有款項未請款或未取消授權',
    advice: compare,
    isLive: true,
    // A job that is still at it after two days will not make it.
    statement: `
      select p.id as subject,
        case when p.task like 'capture%' then 'not_captured' else 'money_without_order' end as kind,
        case when p.task like 'capture%' then coalesce(p.charged_amount, p.amount) else 0 end as ours,
        case when p.task like 'capture%' then 0 else p.amount end as theirs, p.task_since as since
      from payments as p
      where p.task is not null
        and (p.task like '%failed' or p.task_since < now() - interval '2 days')`,
  },
  {
    id: 'silent-gateway',
    name: 'payments of which the gateway says nothing',
    sentence: '有付款無法向金流確認',
    advice: compare,
    isLive: true,
    statement: `
      select p.id as subject, 'unknown' as kind, p.amount as ours, o.expires_at as since
      from payments as p join orders as o on o.id = p.order_id
      where p.status in ('created', 'pending') and o.state = 'placed'
        and o.expires_at < now() - interval '24 hours'`,
  },
  {
    id: 'order',
    name: 'orders and their money',
    sentence: '有訂單的付款狀態與款項不符',
    advice: compare,
    // An order is paid as long as money counts for it, captured or authorised, and has not gone back
    // in full. A reservation on a card alone pays nothing. One that is paid when it is picked up waits
    // for that, one that is sent before its leader hands over for the leader.
    statement: `
      select id as subject,
        case when counting is null then 'order_without_money' else 'ledger' end as kind,
        case when payment_state = 'paid' or counting is null then total else 0 end as ours,
        coalesce(counting, 0) - coalesce(back, 0) as theirs
      from orders left join (
        select p.order_id, sum(${money}) as counting, coalesce(sum(done.amount), 0) as back
        from payments as p left join (
          select payment_id, sum(amount) as amount from refunds where state = 'done' group by 1
        ) as done on done.payment_id = p.id
        where (p.counts or p.supplements) and p.status in ('authorised', 'succeeded')
        group by p.order_id
      ) as book on book.order_id = orders.id
      where case
        when payment_state = 'paid' then counting is null or counting <= back and total > balance_due
        when counting is null then
          state in ('paid', 'preparing', 'shipped', 'delivered', 'completed')
            and refunded_at is null and total > 0
            and (payment_method is distinct from 'on_delivery' or state not in ('preparing', 'shipped'))
            and payment_method is distinct from 'to_leader_ahead'
        else counting > back
          and not (charge_kind = 'authorise' and state in ('placed', 'cancelled'))
        end`,
  },
  {
    id: 'balances',
    name: 'balances of changed orders',
    sentence: '有訂單的補款與收款不符',
    advice: compare,
    // A refund of a change that failed is still to be made: it is no money of the price.
    statement: `
      select orders.id as subject, 'ledger' as kind, orders.balance_due as ours,
        greatest(0, orders.total - coalesce(book.net, 0)) as theirs
      from orders left join (
        select p.order_id, bool_or(p.supplements) as is_supplemented, sum(${money}
          - (select coalesce(sum(refund.amount), 0) from refunds as refund
             where refund.payment_id = p.id and refund.state <> 'dropped'
               and (refund.is_of_change or refund.is_of_capture))) as net
        from payments as p
        where (p.counts or p.supplements) and p.status in ('authorised', 'succeeded')
        group by p.order_id
      ) as book on book.order_id = orders.id
      where case when orders.payment_state = 'paid' and orders.state in ('paid', 'preparing')
        then (orders.balance_due > 0 or book.is_supplemented)
          and orders.balance_due <> greatest(0, orders.total - coalesce(book.net, 0))
        else orders.balance_due > 0 end`,
  },
  {
    id: 'refunds',
    name: 'refunds',
    sentence: '有退款超過收款金額',
    advice: 'Stop the refunds that wait, and compare with the gateway.',
    statement: `
      select p.id as subject, ${money} as ours, sum(refund.amount) as theirs
      from payments as p join refunds as refund on refund.payment_id = p.id
        and refund.state not in ('failed', 'dropped')
      group by p.id having sum(refund.amount) > ${money}`,
  },
  {
    id: 'totals',
    name: 'totals of orders',
    sentence: '有訂單金額與明細不符',
    advice: 'Report it, with the numbers of these orders.',
    statement: `
      select id as subject, total as ours, real as theirs
      from (
        select orders.id, orders.total,
          round(lines.total + coalesce(changes.amount, 0) / 100.0) as real
        from orders
        join (select order_id, sum(total) as total from order_lines group by 1) as lines
          on lines.order_id = orders.id
        left join (select order_id, sum(amount_hundredths) as amount from order_adjustments group by 1)
          as changes on changes.order_id = orders.id
      ) as book
      where total <> real`,
  },
  {
    id: 'coupon-uses',
    name: 'coupon uses',
    sentence: '優惠券使用紀錄與訂單不符',
    advice: 'Report it; limits for each member may be wrong.',
    statement: `
      select orders.id as subject from coupon_uses join orders on orders.id = coupon_uses.order_id
      where coupon_uses.owner <> orders.owner`,
  },
]
