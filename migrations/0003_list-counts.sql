CREATE TABLE "list_blocks" (
	"list" text NOT NULL,
	"key" text NOT NULL,
	"from_id" text COLLATE "C" NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "list_blocks_list_key_from_id_pk" PRIMARY KEY("list","key","from_id")
);
--> statement-breakpoint
CREATE TABLE "list_changes" (
	"list" text NOT NULL,
	"key" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_totals" (
	"list" text NOT NULL,
	"key" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "list_totals_list_key_pk" PRIMARY KEY("list","key")
);
--> statement-breakpoint
ALTER TABLE "list_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- Everything that a list shows, list by list: what the numbers must agree with.
CREATE VIEW listed_entries AS
  SELECT 'orders' AS list, '' AS key, id FROM orders WHERE deleted_at IS NULL
  UNION ALL SELECT 'coupons', '', id FROM coupons WHERE deleted_at IS NULL
  UNION ALL SELECT 'products', '', id FROM products WHERE deleted_at IS NULL
  UNION ALL SELECT 'products by category', category, id FROM products WHERE deleted_at IS NULL
  UNION ALL SELECT 'products on sale', '', id FROM products WHERE is_enabled AND deleted_at IS NULL
  UNION ALL SELECT 'products on sale by category', category, id
    FROM products WHERE is_enabled AND deleted_at IS NULL;
--> statement-breakpoint
-- Orders and coupons: one list each. They come, go, and may come back.
CREATE FUNCTION note_listing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN 1 ELSE 0 END;
  now_is integer := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    IF NEW.deleted_at IS NULL THEN now_is := 1; END IF;
    IF now_is <> was THEN
      INSERT INTO list_changes VALUES (TG_TABLE_NAME, '', NEW.id, now_is - was);
    END IF;
  ELSIF was = 1 THEN
    INSERT INTO list_changes VALUES (TG_TABLE_NAME, '', OLD.id, -1);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A product stands in up to four lists: all or on sale, whole or by category.
CREATE FUNCTION note_product_listing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  now_is boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  INSERT INTO list_changes
  SELECT side.list, side.key, side.id, sum(side.n) FROM (
    SELECT l.list, l.key, OLD.id, -1 AS n
    FROM (VALUES ('products', '', was), ('products by category', OLD.category, was),
      ('products on sale', '', was AND OLD.is_enabled),
      ('products on sale by category', OLD.category, was AND OLD.is_enabled)
    ) AS l(list, key, is_there) WHERE l.is_there
    UNION ALL
    SELECT l.list, l.key, NEW.id, 1
    FROM (VALUES ('products', '', now_is), ('products by category', NEW.category, now_is),
      ('products on sale', '', now_is AND NEW.is_enabled),
      ('products on sale by category', NEW.category, now_is AND NEW.is_enabled)
    ) AS l(list, key, is_there) WHERE l.is_there
  ) AS side
  GROUP BY side.list, side.key, side.id
  HAVING sum(side.n) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Cuts blocks that have grown into pieces of a thousand. What a block holds is what the list shows
-- in its range less what is still to be folded; one statement sees both as of the same moment.
CREATE FUNCTION split_list_blocks() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  block record;
  reach text;
BEGIN
  FOR block IN
    SELECT b.list, b.key, b.from_id, (
      SELECT min(after.from_id) FROM list_blocks AS after
      WHERE after.list = b.list AND after.key = b.key AND after.from_id > b.from_id) AS to_id
    FROM list_blocks AS b WHERE b.n > 2000
  LOOP
    reach := format('list = %L AND key = %L AND id >= %L', block.list, block.key, block.from_id)
      || CASE WHEN block.to_id IS NULL THEN '' ELSE format(' AND id < %L', block.to_id) END;
    EXECUTE format($split$
      WITH entries AS (
        SELECT id, (row_number() OVER (ORDER BY id) - 1) / 1000 AS piece
        FROM listed_entries WHERE %1$s
      ), pieces AS (
        SELECT CASE WHEN piece = 0 THEN %4$L ELSE min(id) END COLLATE "C" AS from_id, count(*) AS n
        FROM entries GROUP BY piece
      ), pending AS (
        SELECT (SELECT max(p.from_id) FROM pieces AS p WHERE p.from_id <= c.id) AS from_id,
          sum(c.n) AS n
        FROM list_changes AS c WHERE %1$s GROUP BY 1
      )
      INSERT INTO list_blocks
      SELECT %2$L, %3$L, pieces.from_id, pieces.n - coalesce(pending.n, 0)
      FROM pieces LEFT JOIN pending USING (from_id)
      ON CONFLICT (list, key, from_id) DO UPDATE SET n = excluded.n
    $split$, reach, block.list, block.key, block.from_id);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Folds a bounded number of changes into totals and blocks, and says how many. One folds at a time;
-- who finds another at it leaves.
CREATE FUNCTION fold_list_changes(at_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7316002) THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM list_changes
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM list_changes LIMIT at_most))
    RETURNING list, key, id, n
  ), totals AS (
    INSERT INTO list_totals
    SELECT list, key, sum(n) FROM gone GROUP BY list, key
    ON CONFLICT (list, key) DO UPDATE SET n = list_totals.n + excluded.n
  ), blocks AS (
    INSERT INTO list_blocks
    SELECT list, key, from_id, sum(n) FROM (
      SELECT gone.list, gone.key, gone.n, coalesce((
        SELECT b.from_id FROM list_blocks AS b
        WHERE b.list = gone.list AND b.key = gone.key AND b.from_id <= gone.id
        ORDER BY b.from_id DESC LIMIT 1), '') AS from_id
      FROM gone) AS placed
    GROUP BY list, key, from_id
    ON CONFLICT (list, key, from_id) DO UPDATE SET n = list_blocks.n + excluded.n
  )
  SELECT count(*) INTO folded FROM gone;
  IF folded > 0 THEN
    DELETE FROM list_totals WHERE n = 0;
    DELETE FROM list_blocks WHERE n = 0;
    PERFORM split_list_blocks();
  END IF;
  RETURN folded;
END
$$;
--> statement-breakpoint
-- Counts everything anew, for a database that was filled with its triggers off.
CREATE FUNCTION rebuild_list_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7316002);
  DELETE FROM list_totals;
  DELETE FROM list_blocks;
  WITH counted AS (
    SELECT list, key, sum(n) AS n FROM (
      SELECT list, key, 1 AS n FROM listed_entries
      UNION ALL SELECT list, key, -n FROM list_changes) AS each
    GROUP BY list, key HAVING sum(n) <> 0
  ), totals AS (
    INSERT INTO list_totals SELECT list, key, n FROM counted
  )
  INSERT INTO list_blocks SELECT list, key, '', n FROM counted;
  PERFORM split_list_blocks();
END
$$;
--> statement-breakpoint
CREATE FUNCTION recount_after_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_list_counts();
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_come_and_go AFTER INSERT OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION note_listing();
--> statement-breakpoint
CREATE TRIGGER orders_marked AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION note_listing();
--> statement-breakpoint
CREATE TRIGGER orders_truncated AFTER TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION recount_after_truncate();
--> statement-breakpoint
CREATE TRIGGER coupons_come_and_go AFTER INSERT OR DELETE ON coupons
  FOR EACH ROW EXECUTE FUNCTION note_listing();
--> statement-breakpoint
CREATE TRIGGER coupons_marked AFTER UPDATE ON coupons FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION note_listing();
--> statement-breakpoint
CREATE TRIGGER coupons_truncated AFTER TRUNCATE ON coupons
  FOR EACH STATEMENT EXECUTE FUNCTION recount_after_truncate();
--> statement-breakpoint
CREATE TRIGGER products_come_and_go AFTER INSERT OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION note_product_listing();
--> statement-breakpoint
CREATE TRIGGER products_marked AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.deleted_at, OLD.is_enabled, OLD.category) IS DISTINCT FROM
    (NEW.deleted_at, NEW.is_enabled, NEW.category)) EXECUTE FUNCTION note_product_listing();
--> statement-breakpoint
CREATE TRIGGER products_truncated AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION recount_after_truncate();
--> statement-breakpoint
SELECT rebuild_list_counts();
