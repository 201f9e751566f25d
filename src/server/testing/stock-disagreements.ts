/**
 * The products whose stock breaks a rule that holds at every commit, with the rule: the sums of the
 * ledger are the numbers, and what the orders hold is `held`.
 */
export const stockDisagreements = `
  with ledger as (
    select product_id, sum(on_hand_change) as on_hand, sum(held_change) as held
    from stock_movements group by product_id
  ), holds as (
    select product_id, sum(qty) as held from stock_holds group by product_id
  )
  select coalesce(stock.product_id, ledger.product_id, holds.product_id) as product_id,
    stock.on_hand, stock.held, ledger.on_hand as ledger_on_hand, ledger.held as ledger_held,
    holds.held as holds_held
  from stock full join ledger using (product_id) full join holds using (product_id)
  where (coalesce(stock.on_hand, 0), coalesce(stock.held, 0))
      is distinct from (coalesce(ledger.on_hand, 0), coalesce(ledger.held, 0))
    or coalesce(stock.held, 0) <> coalesce(holds.held, 0)
    or not (coalesce(stock.held, 0) between 0 and coalesce(stock.on_hand, 0))`
