-- step: transaction
-- What an order is filtered by: its state, what came of the money, and how it was paid. An order
-- forgets its payment once all of it was refunded; the payment does not.
CREATE FUNCTION order_status(o orders) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT o.order_state || '/' || order_payment_state(o) || '/' || coalesce(o.payment_method,
    CASE WHEN o.refunded_at IS NOT NULL THEN (
      SELECT method FROM payments WHERE order_id = o.id AND status = 'succeeded' AND counts) END, '')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_keys_of(ids text[]) RETURNS SETOF order_keys LANGUAGE sql STABLE AS $$
  SELECT o.id, o.created_at, o.deleted_at, CASE o.order_state WHEN 'placed' THEN o.expires_at END,
    o.total, o.user_name, left(o.message, 100), o.state, order_status(o),
    name_text, title_text,
    array_to_tsvector(list_characters('a', name_text) || list_pairs('b', name_text)
      || list_pairs('c', title_text) || sold
      || array_remove(ARRAY['i' || reverse(lower(o.id)), 'o' || reverse(lower(o.number)), 'n' || o.num,
        'e' || left(email, 320), 'f' || left(email, 1), 'f' || left(email, 2), 'f' || left(email, 3),
        'f' || left(email, 4), 't' || reverse(left(list_digits(o.user_tel), 100)),
        'g' || left(o.extra -> 'group' ->> 'campaign_id', 200)], NULL))
  FROM orders AS o,
    LATERAL (SELECT list_fold(coalesce(o.contact_name, o.user_name)) AS name_text,
      list_fold(o.user_email) AS email OFFSET 0) AS names,
    LATERAL (SELECT coalesce(string_agg(list_fold(title), E'\n' ORDER BY id), '') AS title_text,
      coalesce(array_agg(DISTINCT 'p' || product_id), '{}') AS sold
      FROM order_lines WHERE order_id = o.id) AS lines
  WHERE o.id = ANY (ids)
  ORDER BY o.id
$$;
--> statement-breakpoint
-- As `list_orders`, for changes that touch no text.
CREATE OR REPLACE FUNCTION list_order_states(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
BEGIN
  PERFORM FROM order_keys WHERE order_id = ANY (ids) ORDER BY order_id FOR NO KEY UPDATE;
  UPDATE order_keys AS k SET archived_at = o.deleted_at,
    expires_at = CASE o.order_state WHEN 'placed' THEN o.expires_at END,
    created_at = o.created_at, total = o.total, message = left(o.message, 100), payment = o.state,
    status = order_status(o)
  FROM orders AS o
  WHERE k.order_id = o.id AND o.id = ANY (ids)
    AND (k.archived_at, k.expires_at, k.created_at, k.total, k.message, k.payment, k.status)
      IS DISTINCT FROM (o.deleted_at, CASE o.order_state WHEN 'placed' THEN o.expires_at END,
        o.created_at, o.total, left(o.message, 100), o.state, order_status(o));
  SELECT array_agg(id ORDER BY id) INTO missing FROM unnest(ids) AS id
  WHERE NOT EXISTS (SELECT FROM order_keys WHERE order_id = id);
  IF missing IS NOT NULL THEN PERFORM list_orders(missing); END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION list_orders_of_new_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_order_states(array_agg(DISTINCT order_id)) FROM changed
  WHERE status IN ('pending', 'authorised')
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- step: transaction
-- A transfer waits for its money from its first moment on.
CREATE TRIGGER payments_listed_on_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_orders_of_new_attempts();
--> statement-breakpoint
-- step: alone
-- The few orders that were listed otherwise, in batches. It may run again.
DO $$
DECLARE
  ids text[];
BEGIN
  SELECT array_agg(id ORDER BY id) INTO ids FROM orders
  WHERE refunded_at IS NOT NULL
    OR order_state = 'placed'
      AND id IN (SELECT order_id FROM payments WHERE status IN ('pending', 'authorised'));
  FOR start IN 1 .. coalesce(cardinality(ids), 0) BY 500 LOOP
    PERFORM list_order_states(ids[start : start + 499]);
    COMMIT;
  END LOOP;
END $$;
