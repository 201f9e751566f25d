import type { BookCheck } from './book-check.ts'

export const stockChecks: BookCheck[] = [
  {
    id: 'stock',
    name: 'stock, its ledger and holds',
    sentence: '庫存與異動紀錄或訂單保留不符',
    advice: 'Count these products again, and report it: they may be sold too often or not at all.',
    statement: `
      select product_id as subject, on_hand as ours, ledger_on_hand as theirs
      from (
        select sold.id as product_id, coalesce(stock.on_hand, 0) as on_hand,
          coalesce(stock.held, 0) as held, coalesce(ledger.on_hand, 0) as ledger_on_hand,
          coalesce(ledger.held, 0) as ledger_held, coalesce(holds.held, 0) as holds
        from (select product_id as id from stock union select product_id from stock_movements
          union select product_id from stock_holds) as sold
        left join stock on stock.product_id = sold.id
        left join (
          select product_id, sum(on_hand_change) as on_hand, sum(held_change) as held
          from stock_movements group by product_id
        ) as ledger on ledger.product_id = sold.id
        left join (select product_id, sum(qty) as held from stock_holds group by product_id) as holds
          on holds.product_id = sold.id
      ) as book
      where on_hand <> ledger_on_hand or held <> ledger_held or held <> holds
        or held not between 0 and on_hand`,
  },
]
