-- Derived from what a node of the version before writes, so that it may go on writing. A later
-- release drops the expressions and makes them columns of their own. From PostgreSQL 18 on they are
-- computed when they are read: to store them, the tables would be written anew under a lock.
DO $$
DECLARE
  kept text := CASE WHEN current_setting('server_version_num')::integer < 180000 THEN 'STORED' ELSE 'VIRTUAL' END;
BEGIN
  EXECUTE 'ALTER TABLE "order_lines"
    ADD COLUMN "title" text GENERATED ALWAYS AS ("product" ->> ''title'') ' || kept || ',
    ADD COLUMN "unit" text GENERATED ALWAYS AS ("product" ->> ''unit'') ' || kept || ',
    ADD COLUMN "unit_price" bigint GENERATED ALWAYS AS (("product" ->> ''price'')::bigint) ' || kept;
  EXECUTE 'ALTER TABLE "orders"
    ADD COLUMN "contact_name" text GENERATED ALWAYS AS (
      CASE WHEN "owner" LIKE ''m:%'' AND right("user_name", length("owner") - 1) = ''+'' || substr("owner", 3)
        THEN left("user_name", 1 - length("owner")) ELSE "user_name" END) ' || kept;
END $$;
--> statement-breakpoint
CREATE TABLE "order_adjustments" (
	"order_id" text COLLATE "C" NOT NULL REFERENCES "orders"("id") ON DELETE CASCADE,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"amount_hundredths" bigint NOT NULL,
	CONSTRAINT "order_adjustments_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_adjustments_kind" CHECK ("kind" in ('coupon', 'fee', 'tier'))
);
--> statement-breakpoint
CREATE SEQUENCE "order_numbers" AS bigint;
--> statement-breakpoint
CREATE TABLE "order_days" (
	"day" date PRIMARY KEY NOT NULL,
	"base" bigint NOT NULL
);
--> statement-breakpoint
-- The first order of a day in Taipei draws the base from the sequence; every number of that day is
-- drawn after it, so none is below 1 and no two are alike, and only the first order makes others wait.
CREATE FUNCTION next_order_number(at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  of_day date := (at AT TIME ZONE 'Asia/Taipei')::date;
  of_base bigint;
BEGIN
  LOOP
    SELECT "base" INTO of_base FROM "order_days" WHERE "day" = of_day;
    EXIT WHEN FOUND;
    INSERT INTO "order_days" ("day", "base") VALUES (of_day, nextval('order_numbers'))
      ON CONFLICT ("day") DO NOTHING;
  END LOOP;
  RETURN to_char(of_day, 'YYMMDD') || '-' || (nextval('order_numbers') - of_base);
END $$;
--> statement-breakpoint
-- step: transaction
-- From here on each new order has a number; those of today go on behind the orders that this day has.
LOCK TABLE "orders" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO "order_days" ("day", "base")
SELECT (now() AT TIME ZONE 'Asia/Taipei')::date, -count(*)
FROM (SELECT "created_at" FROM "orders" ORDER BY "id" DESC LIMIT 100000) AS latest
WHERE ("created_at" AT TIME ZONE 'Asia/Taipei')::date = (now() AT TIME ZONE 'Asia/Taipei')::date;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" text;
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET DEFAULT next_order_number(now());
--> statement-breakpoint
-- step: alone
-- The orders of before, in steps: nobody waits for more than one of them.
DO $$
DECLARE
  highest bigint;
BEGIN
  DROP TABLE IF EXISTS pg_temp.numbered_orders;
  CREATE TEMP TABLE numbered_orders AS
  SELECT row_number() OVER (ORDER BY "num") AS place, "id", to_char(day, 'YYMMDD') || '-'
    || row_number() OVER (PARTITION BY day ORDER BY "num") AS number
  FROM (SELECT *, ("created_at" AT TIME ZONE 'Asia/Taipei')::date AS day FROM "orders") AS placed;
  CREATE INDEX ON numbered_orders (place);
  ANALYZE numbered_orders;
  SELECT coalesce(max(place), 0) INTO highest FROM numbered_orders;
  COMMIT;
  FOR step IN 0 .. highest / 1000 LOOP
    UPDATE "orders" SET "number" = made.number FROM numbered_orders AS made
    WHERE made.place BETWEEN step * 1000 AND step * 1000 + 999
      AND "orders"."id" = made.id AND "orders"."number" IS NULL;
    COMMIT;
  END LOOP;
  DROP TABLE numbered_orders;
END $$;
--> statement-breakpoint
-- step: alone
-- Numbers of a day that has orders already would go on behind them, whatever the clock does.
INSERT INTO "order_days" ("day", "base")
SELECT ("created_at" AT TIME ZONE 'Asia/Taipei')::date, -count(*) FROM "orders" GROUP BY 1
ON CONFLICT ("day") DO NOTHING;
--> statement-breakpoint
-- step: alone
INSERT INTO "order_adjustments" ("order_id", "position", "kind", "label", "amount_hundredths")
SELECT "order_id", 0, 'coupon', min("coupon" ->> 'code'), (sum("final_total" - "total") * 100)::bigint
FROM "order_lines" WHERE "coupon" IS NOT NULL GROUP BY "order_id"
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- step: transaction
ALTER TABLE "orders" ADD CONSTRAINT "orders_has_number" CHECK ("number" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- step: alone
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_has_number";
--> statement-breakpoint
-- step: transaction
-- The checked constraint saves the scan.
ALTER TABLE "orders" ALTER COLUMN "number" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_has_number";
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_number";
--> statement-breakpoint
-- step: alone
CREATE UNIQUE INDEX CONCURRENTLY "orders_number" ON "orders" USING btree ("number");
