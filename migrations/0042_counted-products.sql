-- step: transaction
ALTER TABLE "product_keys" ADD COLUMN "is_counted" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- As before, without what is not of the product: whether its stock is counted stays as it is.
CREATE OR REPLACE FUNCTION list_product_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_keys AS k
    (product_id, archived_at, title, title_text, category, is_enabled, origin_price, price, terms)
  SELECT id, deleted_at, title, folded, category, is_enabled, origin_price, price,
    product_terms(id, num, folded)
  FROM (SELECT *, list_fold(title) AS folded FROM changed OFFSET 0) AS made
  ON CONFLICT (product_id) DO UPDATE SET archived_at = excluded.archived_at,
    title = excluded.title, title_text = excluded.title_text, category = excluded.category,
    is_enabled = excluded.is_enabled, origin_price = excluded.origin_price,
    price = excluded.price, terms = excluded.terms
  WHERE (k.archived_at, k.title, k.title_text, k.category, k.is_enabled, k.origin_price, k.price, k.terms)
    IS DISTINCT FROM (excluded.archived_at, excluded.title, excluded.title_text, excluded.category,
      excluded.is_enabled, excluded.origin_price, excluded.price, excluded.terms);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION backfill_list_keys(wanted text, size integer) RETURNS boolean LANGUAGE plpgsql AS $$
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
    -- Locked, so that no change comes between what is read and what is written; for update, because
    -- the foreign key of a row of stock that is inserted would not wait for less.
    SELECT array_agg(id) INTO ids FROM (
      SELECT id FROM products WHERE id > start ORDER BY id LIMIT size FOR UPDATE) AS next;
    INSERT INTO product_keys
      (product_id, archived_at, title, title_text, category, is_enabled, origin_price, price, terms, is_counted)
    SELECT id, deleted_at, title, folded, category, is_enabled, origin_price, price,
      product_terms(id, num, folded), EXISTS (SELECT FROM stock WHERE stock.product_id = made.id)
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
-- Keys are locked in the order of their ids, as those do who change many products.
CREATE FUNCTION note_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_keys WHERE product_id IN (SELECT product_id FROM changed)
  ORDER BY product_id FOR NO KEY UPDATE;
  UPDATE product_keys AS k SET is_counted = TG_OP = 'INSERT' FROM changed
  WHERE k.product_id = changed.product_id AND k.is_counted <> (TG_OP = 'INSERT');
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- step: transaction
CREATE TRIGGER stock_counted AFTER INSERT ON stock REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_counted();
--> statement-breakpoint
CREATE TRIGGER stock_uncounted AFTER DELETE ON stock REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_counted();
--> statement-breakpoint
-- step: alone
-- What is counted already.
DO $$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    -- Locked, so that no row goes between what is read and what is written.
    SELECT array_agg(product_id) INTO ids FROM (
      SELECT product_id FROM stock WHERE product_id > last
      ORDER BY product_id LIMIT 500 FOR KEY SHARE) AS next;
    EXIT WHEN ids IS NULL;
    PERFORM FROM product_keys WHERE product_id = ANY (ids) ORDER BY product_id FOR NO KEY UPDATE;
    UPDATE product_keys SET is_counted = true WHERE product_id = ANY (ids) AND NOT is_counted;
    last := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_counted";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_counted" ON "product_keys" USING btree ("product_id","is_enabled","category","price","origin_price","title","title_text") WHERE is_counted and archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_by_id";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_by_id" ON "product_keys" USING btree ("product_id","is_enabled","category","price","is_counted") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_by_title";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_by_title" ON "product_keys" USING btree ("title","product_id","is_enabled","category","price","is_counted","title_text") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_by_category";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_by_category" ON "product_keys" USING btree ("category","product_id","is_enabled","price","is_counted") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_by_enabled";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_by_enabled" ON "product_keys" USING btree ("is_enabled","product_id","category","price","is_counted") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_by_origin_price";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_by_origin_price" ON "product_keys" USING btree ("origin_price","product_id","is_enabled","category","price","is_counted") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_by_price";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_by_price" ON "product_keys" USING btree ("price","product_id","is_enabled","category","is_counted") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "order_keys_by_status";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "order_keys_by_status" ON "order_keys" USING btree ("status","created_at","order_id","name_text") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "order_keys_by_name";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "order_keys_by_name" ON "order_keys" USING btree ("name","order_id","status","created_at","name_text") WHERE archived_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "order_keys_inner_surnames";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "order_keys_inner_surnames" ON "order_keys" USING btree ("name","order_id","name_text") WHERE archived_at is null and name_text ~ '[陳林黃張李王吳劉蔡楊]' and (name_text ~ '.[陳林黃張李王吳劉蔡楊]' or left(name, 1) <> left(name_text, 1));
--> statement-breakpoint
-- step: alone
-- Lists read the new index without its rows once those that were written are known to be visible.
VACUUM (ANALYZE) product_keys;
