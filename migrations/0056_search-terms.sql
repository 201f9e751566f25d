-- step: transaction
-- Lists of the back office are plain conditions over their own tables, and texts are found by one column
-- that the program writes: the keys beside orders and products go, and the counts by triggers.
ALTER TABLE "orders" ADD COLUMN "search_terms" "tsvector";
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_terms" "tsvector";
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_terms" "tsvector";
--> statement-breakpoint
DROP TRIGGER "orders_counted_on_insert" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_counted_on_update" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_counted_on_delete" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_counted_on_truncate" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_listed_again" ON "orders";
--> statement-breakpoint
DROP TRIGGER "products_counted_on_insert" ON "products";
--> statement-breakpoint
DROP TRIGGER "products_counted_on_update" ON "products";
--> statement-breakpoint
DROP TRIGGER "products_counted_on_delete" ON "products";
--> statement-breakpoint
DROP TRIGGER "products_counted_on_truncate" ON "products";
--> statement-breakpoint
DROP TRIGGER "products_keyed" ON "products";
--> statement-breakpoint
DROP TRIGGER "products_keyed_again" ON "products";
--> statement-breakpoint
DROP TRIGGER "customers_counted_on_insert" ON "customers";
--> statement-breakpoint
DROP TRIGGER "customers_counted_on_delete" ON "customers";
--> statement-breakpoint
DROP TRIGGER "customers_counted_on_truncate" ON "customers";
--> statement-breakpoint
DROP TRIGGER "order_lines_listed" ON "order_lines";
--> statement-breakpoint
DROP TRIGGER "order_lines_unlisted" ON "order_lines";
--> statement-breakpoint
DROP TRIGGER "payments_listed" ON "payments";
--> statement-breakpoint
DROP TRIGGER "payments_listed_on_insert" ON "payments";
--> statement-breakpoint
DROP TRIGGER "refunds_listed" ON "refunds";
--> statement-breakpoint
DROP TRIGGER "refunds_listed_again" ON "refunds";
--> statement-breakpoint
DROP TRIGGER "stock_counted" ON "stock";
--> statement-breakpoint
DROP TRIGGER "stock_uncounted" ON "stock";
--> statement-breakpoint
DROP VIEW list_blocks, list_changes, list_totals;
--> statement-breakpoint
DROP FUNCTION count_orders(),
  count_products(),
  count_customers(),
  count_nothing(),
  recount_lists(),
  add_to_list_count(text,bigint),
  fold_list_changes(integer),
  list_updated_orders(),
  list_orders_of_lines(),
  list_orders_of_money(),
  list_orders_of_attempts(),
  list_orders_of_new_attempts(),
  list_product_keys(),
  note_counted(),
  backfill_list_keys(text,integer),
  list_order_states(text[]),
  list_orders(text[]),
  order_keys_of(text[]),
  order_status(orders),
  order_payment_state(orders),
  product_terms(text,bigint,text),
  list_characters(text,text),
  list_pairs(text,text),
  list_fold(text),
  list_digits(text);
--> statement-breakpoint
DROP TABLE "list_counts", "list_key_backfills", "order_keys", "product_keys";
--> statement-breakpoint
DROP INDEX "customers_by_tel", "customers_by_name_parts";
--> statement-breakpoint
DROP FUNCTION name_parts(text), tel_digits(text);
--> statement-breakpoint
DO $$
BEGIN
  IF to_regclass('pgboss.schedule') IS NOT NULL THEN
    DELETE FROM pgboss.schedule WHERE name = 'lists.backfill';
  END IF;
END $$;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_without_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_without_terms" ON "orders" USING btree ("id") WHERE search_terms is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "products_without_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "products_without_terms" ON "products" USING btree ("id") WHERE search_terms is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "customers_without_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "customers_without_terms" ON "customers" USING btree ("num") WHERE search_terms is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_by_terms" ON "orders" USING gin ("search_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "products_by_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "products_by_terms" ON "products" USING gin ("search_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "customers_by_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "customers_by_terms" ON "customers" USING gin ("search_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_time";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_by_time" ON "orders" USING btree ("created_at","id") WHERE deleted_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_campaign";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_by_campaign" ON "orders" USING btree ((extra -> 'group' ->> 'campaign_id'),"created_at") WHERE (extra -> 'group' ->> 'campaign_id') is not null;
