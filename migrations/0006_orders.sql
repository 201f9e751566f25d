-- Derived from what a node of the version before writes, so that it may go on writing. A later
-- release drops the expressions and makes them columns of their own.
ALTER TABLE "orders"
  ADD COLUMN "contact_name" text GENERATED ALWAYS AS (
    CASE WHEN "owner" LIKE 'm:%' AND right("user_name", length("owner") - 1) = '+' || substr("owner", 3)
      THEN left("user_name", 1 - length("owner")) ELSE "user_name" END) STORED,
  ADD COLUMN "number" text;
--> statement-breakpoint
ALTER TABLE "order_lines"
  ADD COLUMN "title" text GENERATED ALWAYS AS ("product" ->> 'title') STORED,
  ADD COLUMN "unit" text GENERATED ALWAYS AS ("product" ->> 'unit') STORED,
  ADD COLUMN "unit_price" bigint GENERATED ALWAYS AS (("product" ->> 'price')::bigint) STORED;
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
INSERT INTO "order_adjustments" ("order_id", "position", "kind", "label", "amount_hundredths")
SELECT "order_id", 0, 'coupon', min("coupon" ->> 'code'), (sum("final_total" - "total") * 100)::bigint
FROM "order_lines" WHERE "coupon" IS NOT NULL GROUP BY "order_id";
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
UPDATE "orders" SET "number" = numbered."number" FROM (
  SELECT "id", to_char("created_at" AT TIME ZONE 'Asia/Taipei', 'YYMMDD') || '-' || row_number() OVER (
    PARTITION BY ("created_at" AT TIME ZONE 'Asia/Taipei')::date ORDER BY "num") AS "number"
  FROM "orders") AS numbered
WHERE numbered."id" = "orders"."id";
--> statement-breakpoint
-- The numbers of days that have orders already go on behind them.
WITH highest AS (SELECT coalesce(max(n), 0) AS n FROM (
  SELECT count(*) AS n FROM "orders" GROUP BY ("created_at" AT TIME ZONE 'Asia/Taipei')::date) AS days
), moved AS (
  SELECT setval('order_numbers', greatest(n, 1)) AS last FROM highest
)
INSERT INTO "order_days" ("day", "base")
SELECT ("created_at" AT TIME ZONE 'Asia/Taipei')::date, (SELECT last FROM moved) - count(*)
FROM "orders" GROUP BY 1;
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET DEFAULT next_order_number(now()),
  ALTER COLUMN "number" SET NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");
