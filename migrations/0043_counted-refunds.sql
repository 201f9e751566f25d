-- step: transaction
-- Money that never counted for an order reduces nothing of it. It is told of where the order has no
-- other money: not while it is paid, nor when what it was paid has gone back.
CREATE OR REPLACE FUNCTION order_payment_state(o orders) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN bool_or(r.state <> 'done') THEN 'refunding'
    WHEN sum(r.amount) > 0 THEN CASE o.state WHEN 'paid' THEN 'partly_refunded' ELSE 'refunded' END
    WHEN o.state = 'paid' THEN 'paid'
    WHEN EXISTS (SELECT FROM payments WHERE order_id = o.id AND status IN ('pending', 'authorised'))
      THEN 'pending'
    ELSE 'none' END
  FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
  WHERE r.order_id = o.id AND NOT r.is_of_capture
    AND (p.counts OR o.state <> 'paid' AND o.refunded_at IS NULL)
$$;
--> statement-breakpoint
-- step: transaction
-- The few orders that were listed otherwise.
SELECT list_order_states(array_agg(DISTINCT r.order_id))
FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
WHERE NOT p.counts
HAVING count(*) > 0;
