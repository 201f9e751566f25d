CREATE TABLE "list_key_backfills" (
	"list" text PRIMARY KEY NOT NULL,
	"after" text COLLATE "C" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_keys" (
	"order_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"total" bigint NOT NULL,
	"name" text NOT NULL,
	"message" text NOT NULL,
	"payment" text NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"name_text" text NOT NULL,
	"title_text" text NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_keys" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"archived_at" timestamp with time zone,
	"title" text NOT NULL,
	"title_text" text NOT NULL,
	"category" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"origin_price" integer NOT NULL,
	"price" integer NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_columns" (
	"uid" text NOT NULL,
	"list" text NOT NULL,
	"columns" text[] NOT NULL,
	CONSTRAINT "list_columns_uid_list_pk" PRIMARY KEY("uid","list")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"columns" text[],
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "order_keys_by_time" ON "order_keys" USING btree ("created_at","order_id") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "order_keys_by_status" ON "order_keys" USING btree ("status","created_at","order_id") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "order_keys_by_total" ON "order_keys" USING btree ("total","order_id","status","created_at") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "order_keys_by_name" ON "order_keys" USING btree ("name","order_id","status","created_at") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "order_keys_by_message" ON "order_keys" USING btree ("message","order_id","status","created_at") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "order_keys_by_payment" ON "order_keys" USING btree ("payment","order_id","status","created_at") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "order_keys_by_expiry" ON "order_keys" USING btree ("expires_at","created_at") WHERE expires_at is not null and archived_at is null;
--> statement-breakpoint
CREATE INDEX "order_keys_archived" ON "order_keys" USING btree ("archived_at","order_id","status","created_at") WHERE archived_at is not null;
--> statement-breakpoint
CREATE INDEX "order_keys_terms" ON "order_keys" USING gin ("terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE INDEX "product_keys_by_id" ON "product_keys" USING btree ("product_id","is_enabled","category","price") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "product_keys_by_title" ON "product_keys" USING btree ("title","product_id","is_enabled","price") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "product_keys_by_category" ON "product_keys" USING btree ("category","product_id","is_enabled","price") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "product_keys_by_enabled" ON "product_keys" USING btree ("is_enabled","product_id","category","price") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "product_keys_by_origin_price" ON "product_keys" USING btree ("origin_price","product_id","is_enabled","category","price") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "product_keys_by_price" ON "product_keys" USING btree ("price","product_id","is_enabled","category") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "product_keys_archived" ON "product_keys" USING btree ("archived_at","product_id") WHERE archived_at is not null;
--> statement-breakpoint
CREATE INDEX "product_keys_terms" ON "product_keys" USING gin ("terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_name" ON "list_views" USING btree ("uid","list","name");
--> statement-breakpoint
CREATE INDEX "list_views_by_list" ON "list_views" USING btree ("list","id");
--> statement-breakpoint
-- Texts are compared without regard to case, full-width forms and spaces around. The back office
-- folds what is searched for by the same function.
CREATE FUNCTION list_fold(input text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(lower(normalize(input, NFKC)), '[\s[:cntrl:]]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- The digits of a telephone; those of Taiwan as they are dialled here.
CREATE FUNCTION list_digits(input text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(normalize(input, NFKC), '[^0-9]', '', 'g'), '^(00)?8860?', '0')
$$;
--> statement-breakpoint
-- Each character of a folded text behind a prefix. Folded texts have no control characters: one of
-- them parts the pieces.
CREATE FUNCTION list_characters(prefix text, folded text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(string_to_array(
    regexp_replace(folded, '(.)', E'\x01' || prefix || '\1', 'g'), E'\x01'), '')
$$;
--> statement-breakpoint
-- Each two characters that follow each other: the pairs from the first character on, then those from
-- the second.
CREATE FUNCTION list_pairs(prefix text, folded text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(string_to_array(
    regexp_replace(left(folded, length(folded) / 2 * 2), '(..)', E'\x01' || prefix || '\1', 'g')
    || regexp_replace(substr(left(folded, (length(folded) + 1) / 2 * 2 - 1), 2),
      '(..)', E'\x01' || prefix || '\1', 'g'), E'\x01'), '')
$$;
--> statement-breakpoint
CREATE FUNCTION order_payment_state(o orders) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN bool_or(state <> 'done') THEN 'refunding'
    WHEN sum(amount) > 0 THEN CASE o.state WHEN 'paid' THEN 'partly_refunded' ELSE 'refunded' END
    WHEN o.state = 'paid' THEN 'paid'
    WHEN EXISTS (SELECT FROM payments WHERE order_id = o.id AND status IN ('pending', 'authorised'))
      THEN 'pending'
    ELSE 'none' END
  FROM refunds WHERE order_id = o.id AND NOT is_of_capture
$$;
--> statement-breakpoint
-- The terms are what an order is found by. Their first letter says what they are: `a` a character of
-- the name, `b` two of it, `c` two of a title, `i` the id and `o` the number from behind, `n` the
-- running number, `e` the e-mail address, `f` its first one to four
-- characters, `t` the digits of the telephone from behind, `p` a product,
-- `g` a campaign.
CREATE FUNCTION order_keys_of(ids text[]) RETURNS SETOF order_keys LANGUAGE sql STABLE AS $$
  SELECT o.id, o.created_at, o.deleted_at, CASE o.order_state WHEN 'placed' THEN o.expires_at END,
    o.total, o.user_name, left(o.message, 100), o.state,
    o.order_state || '/' || order_payment_state(o) || '/' || coalesce(o.payment_method, ''),
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
-- Makes the keys of these orders anew. Keys are locked before what they are made of is read, so
-- that of two transactions that change one order the second sees what the first has written.
CREATE FUNCTION list_orders(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
  added bigint;
BEGIN
  SELECT array_agg(id) INTO missing FROM unnest(ids) AS id
  WHERE NOT EXISTS (SELECT FROM order_keys WHERE order_id = id);
  IF missing IS NOT NULL THEN
    INSERT INTO order_keys SELECT * FROM order_keys_of(missing) ON CONFLICT (order_id) DO NOTHING;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added = cardinality(ids) THEN RETURN; END IF;
  END IF;
  PERFORM FROM order_keys WHERE order_id = ANY (ids) ORDER BY order_id FOR NO KEY UPDATE;
  UPDATE order_keys AS k SET archived_at = made.archived_at, expires_at = made.expires_at,
    created_at = made.created_at, total = made.total, name = made.name, message = made.message,
    payment = made.payment, status = made.status, name_text = made.name_text,
    title_text = made.title_text, terms = made.terms
  FROM order_keys_of(ids) AS made
  WHERE k.order_id = made.order_id AND k IS DISTINCT FROM made;
END
$$;
--> statement-breakpoint
-- As `list_orders`, for changes that touch no text.
CREATE FUNCTION list_order_states(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
BEGIN
  PERFORM FROM order_keys WHERE order_id = ANY (ids) ORDER BY order_id FOR NO KEY UPDATE;
  UPDATE order_keys AS k SET archived_at = o.deleted_at,
    expires_at = CASE o.order_state WHEN 'placed' THEN o.expires_at END,
    created_at = o.created_at, total = o.total, message = left(o.message, 100), payment = o.state,
    status = o.order_state || '/' || order_payment_state(o) || '/' || coalesce(o.payment_method, '')
  FROM orders AS o
  WHERE k.order_id = o.id AND o.id = ANY (ids)
    AND (k.archived_at, k.expires_at, k.created_at, k.total, k.message, k.payment, k.status)
      IS DISTINCT FROM (o.deleted_at, CASE o.order_state WHEN 'placed' THEN o.expires_at END,
        o.created_at, o.total, left(o.message, 100), o.state,
        o.order_state || '/' || order_payment_state(o) || '/' || coalesce(o.payment_method, ''));
  SELECT array_agg(id ORDER BY id) INTO missing FROM unnest(ids) AS id
  WHERE NOT EXISTS (SELECT FROM order_keys WHERE order_id = id);
  IF missing IS NOT NULL THEN PERFORM list_orders(missing); END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION list_inserted_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_orders(array_agg(id)) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION list_updated_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_orders(array_agg(c.id)) FROM changed AS c JOIN before AS b ON b.id = c.id
  WHERE (c.user_name, c.user_email, c.user_tel, c.owner, c.number, c.extra -> 'group')
    IS DISTINCT FROM (b.user_name, b.user_email, b.user_tel, b.owner, b.number, b.extra -> 'group')
  HAVING count(*) > 0;
  PERFORM list_order_states(array_agg(c.id)) FROM changed AS c JOIN before AS b ON b.id = c.id
  WHERE (c.order_state, c.state, c.payment_method, c.total, c.message, c.expires_at, c.deleted_at, c.created_at)
    IS DISTINCT FROM
    (b.order_state, b.state, b.payment_method, b.total, b.message, b.expires_at, b.deleted_at, b.created_at)
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION list_orders_of_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_orders(array_agg(DISTINCT c.order_id)) FROM changed AS c
  JOIN orders AS o ON o.id = c.order_id
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION list_orders_of_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_order_states(array_agg(DISTINCT order_id)) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION list_orders_of_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_order_states(array_agg(DISTINCT c.order_id)) FROM changed AS c JOIN before AS b ON b.id = c.id
  WHERE (b.status IN ('pending', 'authorised')) <> (c.status IN ('pending', 'authorised'))
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What a product is found by: `a` a character of its title, `c` two of it, `i` the id from behind,
-- `n` the running number.
CREATE FUNCTION product_terms(id text, num bigint, folded text) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT array_to_tsvector(list_characters('a', folded) || list_pairs('c', folded)
    || ARRAY['i' || reverse(lower(id)), 'n' || num])
$$;
--> statement-breakpoint
CREATE FUNCTION list_product_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_keys
  SELECT id, deleted_at, title, folded, category, is_enabled, origin_price, price,
    product_terms(id, num, folded)
  FROM (SELECT *, list_fold(title) AS folded FROM changed OFFSET 0) AS made
  ON CONFLICT (product_id) DO UPDATE SET archived_at = excluded.archived_at,
    title = excluded.title, title_text = excluded.title_text, category = excluded.category,
    is_enabled = excluded.is_enabled, origin_price = excluded.origin_price,
    price = excluded.price, terms = excluded.terms
  WHERE product_keys IS DISTINCT FROM excluded;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Makes the keys of the next entries that exist since before the triggers; true while there are more.
CREATE FUNCTION backfill_list_keys(wanted text, size integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  start text;
  ids text[];
BEGIN
  SELECT after INTO start FROM list_key_backfills WHERE list = wanted FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  IF wanted = 'orders' THEN
    SELECT array_agg(id) INTO ids FROM (SELECT id FROM orders WHERE id > start ORDER BY id LIMIT size) AS next;
    IF ids IS NOT NULL THEN PERFORM list_orders(ids); END IF;
  ELSE
    -- Locked, so that no change comes between what is read and what is written.
    SELECT array_agg(id) INTO ids FROM (
      SELECT id FROM products WHERE id > start ORDER BY id LIMIT size FOR SHARE) AS next;
    INSERT INTO product_keys
    SELECT id, deleted_at, title, folded, category, is_enabled, origin_price, price,
      product_terms(id, num, folded)
    FROM (SELECT *, list_fold(title) AS folded FROM products WHERE id = ANY (ids) OFFSET 0) AS made
    ON CONFLICT (product_id) DO NOTHING;
  END IF;
  IF ids IS NULL THEN
    DELETE FROM list_key_backfills WHERE list = wanted;
    RETURN false;
  END IF;
  UPDATE list_key_backfills SET after = ids[cardinality(ids)] WHERE list = wanted;
  RETURN true;
END
$$;
--> statement-breakpoint
-- step: transaction
-- Last, so that orders and products wait for nothing but this.
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_keys" ADD CONSTRAINT "product_keys_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER orders_listed AFTER INSERT ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_inserted_orders();
--> statement-breakpoint
CREATE TRIGGER orders_listed_again AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_updated_orders();
--> statement-breakpoint
CREATE TRIGGER order_lines_listed AFTER INSERT ON order_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_orders_of_lines();
--> statement-breakpoint
CREATE TRIGGER order_lines_unlisted AFTER DELETE ON order_lines REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_orders_of_lines();
--> statement-breakpoint
CREATE TRIGGER payments_listed AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_orders_of_attempts();
--> statement-breakpoint
CREATE TRIGGER refunds_listed AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_orders_of_money();
--> statement-breakpoint
CREATE TRIGGER refunds_listed_again AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_orders_of_money();
--> statement-breakpoint
CREATE TRIGGER products_keyed AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_product_keys();
--> statement-breakpoint
CREATE TRIGGER products_keyed_again AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_product_keys();
--> statement-breakpoint
INSERT INTO list_key_backfills (list) VALUES ('orders'), ('products');
--> statement-breakpoint
-- How often terms come, and together with what, decides how a list is read.
ALTER TABLE order_keys ALTER COLUMN terms SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE order_keys ALTER COLUMN status SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE product_keys ALTER COLUMN terms SET STATISTICS 1000;
--> statement-breakpoint
-- step: alone
-- A small shop finds everything at once; a job makes the rest.
DO $$
BEGIN
  FOR step IN 1 .. 10 LOOP
    PERFORM backfill_list_keys('orders', 200), backfill_list_keys('products', 200);
    COMMIT;
  END LOOP;
END $$;
