-- The counting of lists by blocks and folding goes: folding was quadratic after a bulk insert. Until the
-- new counts are whole, the old ones stay in step beside them for nodes of the version before.
CREATE TABLE "list_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"list" text NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
-- The length of a list is the sum of its rows. A writer takes a row that no open transaction holds,
-- or a new one, so that writers never wait for each other; there are as many rows as writers at once.
CREATE FUNCTION add_to_list_count(counted text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF change = 0 THEN RETURN; END IF;
  UPDATE list_counts SET n = n + change WHERE id = (
    SELECT id FROM list_counts WHERE list = counted LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN INSERT INTO list_counts (list, n) VALUES (counted, change); END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint := 0;
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    change := (SELECT count(*) FROM new_rows WHERE deleted_at IS NULL);
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    change := change - (SELECT count(*) FROM old_rows WHERE deleted_at IS NULL);
  END IF;
  PERFORM add_to_list_count('orders', change);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_live bigint := 0;
  new_published bigint := 0;
  old_live bigint := 0;
  old_published bigint := 0;
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    SELECT count(*), count(*) FILTER (WHERE is_enabled) INTO new_live, new_published
    FROM new_rows WHERE deleted_at IS NULL;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    SELECT count(*), count(*) FILTER (WHERE is_enabled) INTO old_live, old_published
    FROM old_rows WHERE deleted_at IS NULL;
  END IF;
  PERFORM add_to_list_count('products', new_live - old_live);
  PERFORM add_to_list_count('products published', new_published - old_published);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Counts everything again: after TRUNCATE, and for a database that was filled with its triggers off.
CREATE FUNCTION recount_lists() RETURNS void LANGUAGE sql AS $$
  DELETE FROM list_counts;
  INSERT INTO list_counts (list, n)
    SELECT 'orders', count(*) FROM orders WHERE deleted_at IS NULL
    UNION ALL SELECT 'products', count(*) FROM products WHERE deleted_at IS NULL
    UNION ALL SELECT 'products published', count(*)
      FROM products WHERE is_enabled AND deleted_at IS NULL;
$$;
--> statement-breakpoint
CREATE FUNCTION count_nothing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM list_counts WHERE list = TG_TABLE_NAME OR list LIKE TG_TABLE_NAME || ' %';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_counted_on_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
CREATE TRIGGER orders_counted_on_update AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
CREATE TRIGGER orders_counted_on_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
CREATE TRIGGER orders_counted_on_truncate AFTER TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION count_nothing();
--> statement-breakpoint
CREATE TRIGGER products_counted_on_insert AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_products();
--> statement-breakpoint
CREATE TRIGGER products_counted_on_update AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_products();
--> statement-breakpoint
CREATE TRIGGER products_counted_on_delete AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_products();
--> statement-breakpoint
CREATE TRIGGER products_counted_on_truncate AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION count_nothing();
--> statement-breakpoint
-- step: alone
-- Each statement sees rows and changes as of one moment, so that what is counted meanwhile is counted once.
INSERT INTO list_counts (list, n)
SELECT 'orders', count(*) - (SELECT coalesce(sum(n), 0) FROM list_counts WHERE list = 'orders')
FROM orders WHERE deleted_at IS NULL;
--> statement-breakpoint
-- step: alone
INSERT INTO list_counts (list, n)
SELECT list, total - (SELECT coalesce(sum(n), 0) FROM list_counts WHERE list_counts.list = counted.list)
FROM (SELECT count(*) AS live, count(*) FILTER (WHERE is_enabled) AS published
  FROM products WHERE deleted_at IS NULL) AS found,
  LATERAL (VALUES ('products', live), ('products published', published)) AS counted (list, total);
--> statement-breakpoint
-- step: transaction
DROP TRIGGER orders_come_and_go ON orders;
--> statement-breakpoint
DROP TRIGGER orders_marked ON orders;
--> statement-breakpoint
DROP TRIGGER orders_truncated ON orders;
--> statement-breakpoint
DROP TRIGGER coupons_come_and_go ON coupons;
--> statement-breakpoint
DROP TRIGGER coupons_marked ON coupons;
--> statement-breakpoint
DROP TRIGGER coupons_truncated ON coupons;
--> statement-breakpoint
DROP TRIGGER products_come_and_go ON products;
--> statement-breakpoint
DROP TRIGGER products_marked ON products;
--> statement-breakpoint
DROP TRIGGER products_truncated ON products;
--> statement-breakpoint
DROP FUNCTION recount_after_truncate();
--> statement-breakpoint
DROP FUNCTION rebuild_list_counts();
--> statement-breakpoint
DROP FUNCTION fold_list_changes(integer);
--> statement-breakpoint
DROP FUNCTION split_list_blocks();
--> statement-breakpoint
DROP FUNCTION note_listing();
--> statement-breakpoint
DROP FUNCTION note_product_listing();
--> statement-breakpoint
DROP VIEW listed_entries;
--> statement-breakpoint
DROP TABLE list_blocks, list_changes, list_totals;
--> statement-breakpoint
ALTER INDEX products_on_sale RENAME TO products_published;
--> statement-breakpoint
ALTER INDEX products_on_sale_by_category RENAME TO products_published_by_category;
--> statement-breakpoint
-- What a node of version 0.1.0 reads and calls, while both versions serve; a later migration drops it.
CREATE VIEW list_totals AS
  SELECT list, key, n, n::text AS xmin FROM (
    SELECT list, ''::text AS key, sum(n)::bigint AS n FROM list_counts
      WHERE list IN ('orders', 'products') GROUP BY list
    UNION ALL SELECT 'products on sale', '', sum(n)::bigint FROM list_counts
      WHERE list = 'products published' HAVING sum(n) IS NOT NULL
    UNION ALL SELECT 'coupons', '', count(*) FROM coupons WHERE deleted_at IS NULL
    UNION ALL SELECT 'products by category', category, count(*)
      FROM products WHERE deleted_at IS NULL GROUP BY category
    UNION ALL SELECT 'products on sale by category', category, count(*)
      FROM products WHERE is_enabled AND deleted_at IS NULL GROUP BY category
  ) AS totals;
--> statement-breakpoint
CREATE VIEW list_changes AS
  SELECT ''::text AS list, ''::text AS key, ''::text COLLATE "C" AS id, 0::bigint AS n WHERE false;
--> statement-breakpoint
CREATE VIEW list_blocks AS
  SELECT list, key, ''::text COLLATE "C" AS from_id, n FROM list_totals;
--> statement-breakpoint
CREATE FUNCTION fold_list_changes(at_most integer) RETURNS integer LANGUAGE sql AS 'SELECT 0';
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "content_json" jsonb;
--> statement-breakpoint
-- step: transaction
ALTER TABLE "coupons" ALTER COLUMN "due_date" SET DATA TYPE double precision;
--> statement-breakpoint
-- A prepared statement fails for good once a column has another type: nodes of the version before get
-- new connections, which wait here until the type has changed.
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user AND backend_type = 'client backend'
  -- They name themselves nothing; commands that work in the same database have a name.
  AND application_name = '';
