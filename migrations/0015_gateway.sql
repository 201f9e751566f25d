-- Orders before payments: the lock order of a payment.
ALTER TABLE "orders" ADD COLUMN "expires_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "state_since" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "trade_no" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "counts" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gateway_trade_no" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "authorisation" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_amount" bigint;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "message" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "number" jsonb;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "due_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "last_error" text;
--> statement-breakpoint
CREATE TABLE "gateway_callbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_callbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"body" "bytea" NOT NULL,
	"network" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"reason" text,
	CONSTRAINT "gateway_callbacks_outcome" CHECK ("gateway_callbacks"."outcome" in ('applied', 'refused'))
);
--> statement-breakpoint
CREATE INDEX "gateway_callbacks_refused" ON "gateway_callbacks" USING btree ("network","received_at") WHERE outcome = 'refused';
--> statement-breakpoint
CREATE INDEX "gateway_callbacks_by_age" ON "gateway_callbacks" USING btree ("received_at");
--> statement-breakpoint
CREATE TABLE "gateway_pace" (
	"provider" text PRIMARY KEY NOT NULL,
	"paused_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"next_query_at" timestamp with time zone DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
-- step: transaction
ALTER TABLE "payments" DROP CONSTRAINT "payments_status", ADD CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'pending', 'authorised', 'succeeded', 'failed', 'expired', 'voided')) NOT VALID;
--> statement-breakpoint
-- step: alone
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_status";
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "payments_trade_no";
--> statement-breakpoint
-- step: alone
CREATE UNIQUE INDEX CONCURRENTLY "payments_trade_no" ON "payments" USING btree ("trade_no");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "payments_one_that_counts_anew";
--> statement-breakpoint
-- step: alone
CREATE UNIQUE INDEX CONCURRENTLY "payments_one_that_counts_anew" ON "payments" USING btree ("order_id") WHERE status in ('authorised', 'succeeded') and counts;
--> statement-breakpoint
-- step: transaction
ALTER TABLE "payments" ADD CONSTRAINT "payments_trade_no" UNIQUE USING INDEX "payments_trade_no";
--> statement-breakpoint
DROP INDEX "payments_one_that_counts";
--> statement-breakpoint
ALTER INDEX "payments_one_that_counts_anew" RENAME TO "payments_one_that_counts";
--> statement-breakpoint
-- step: alone
DO $$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    SELECT array_agg(id ORDER BY id) INTO ids
    FROM (SELECT id FROM "payments" WHERE id > last ORDER BY id LIMIT 1000) AS next;
    EXIT WHEN ids IS NULL;
    UPDATE "payments" SET "state_since" = "created_at",
      "captured_amount" = CASE WHEN "status" = 'succeeded' THEN "amount" END
    WHERE id = ANY (ids);
    last := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
END $$;
