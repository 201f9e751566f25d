CREATE TABLE "book_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "book_entries_kind" CHECK ("book_entries"."kind" in ('captured', 'withdrawn', 'refunded')),
	CONSTRAINT "book_entries_amount" CHECK ("book_entries"."amount" >= 0)
);
--> statement-breakpoint
CREATE INDEX "book_entries_by_time" ON "book_entries" USING btree ("at","kind","amount");
--> statement-breakpoint
CREATE FUNCTION write_payment_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."status" = 'succeeded' THEN
		INSERT INTO "book_entries" ("kind", "order_id", "amount")
		VALUES ('captured', NEW."order_id", coalesce(NEW."captured_amount", NEW."amount"));
	-- What was given back as a refund is an entry of that refund.
	ELSIF TG_OP = 'UPDATE' AND OLD."status" = 'succeeded' AND NEW."status" = 'voided' AND NOT EXISTS (
		SELECT FROM "refunds" WHERE "payment_id" = NEW."id" AND "state" <> 'failed'
	) THEN
		INSERT INTO "book_entries" ("kind", "order_id", "amount")
		VALUES ('withdrawn', NEW."order_id", coalesce(OLD."captured_amount", OLD."amount"));
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payments_write_book_insert" AFTER INSERT ON "payments"
	FOR EACH ROW WHEN (NEW."status" = 'succeeded') EXECUTE FUNCTION write_payment_entry();
--> statement-breakpoint
CREATE TRIGGER "payments_write_book_update" AFTER UPDATE OF "status" ON "payments"
	FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION write_payment_entry();
--> statement-breakpoint
CREATE FUNCTION write_refund_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "book_entries" ("kind", "order_id", "amount")
	VALUES ('refunded', NEW."order_id", NEW."amount");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "refunds_write_book_insert" AFTER INSERT ON "refunds"
	FOR EACH ROW WHEN (NEW."state" = 'done') EXECUTE FUNCTION write_refund_entry();
--> statement-breakpoint
CREATE TRIGGER "refunds_write_book_update" AFTER UPDATE OF "state" ON "refunds"
	FOR EACH ROW WHEN (OLD."state" <> 'done' AND NEW."state" = 'done') EXECUTE FUNCTION write_refund_entry();
--> statement-breakpoint
-- step: alone
-- What was withdrawn before adds up to nothing and is left out: when it came was not kept. Entries of
-- this moment come by the triggers already.
INSERT INTO "book_entries" ("at", "kind", "order_id", "amount")
SELECT coalesce(CASE WHEN p."counts" THEN o."paid_at" END, p."state_since"), 'captured', p."order_id",
	coalesce(p."captured_amount", p."amount")
FROM "payments" p JOIN "orders" o ON o."id" = p."order_id"
WHERE (p."status" = 'succeeded' OR p."status" = 'voided' AND EXISTS (
		SELECT FROM "book_entries" e WHERE e."order_id" = p."order_id" AND e."kind" = 'withdrawn'))
	AND NOT EXISTS (SELECT FROM "book_entries" e WHERE e."order_id" = p."order_id" AND e."kind" = 'captured')
UNION ALL
SELECT "done_at", 'refunded', r."order_id", "amount" FROM "refunds" r WHERE "state" = 'done'
	AND NOT EXISTS (SELECT FROM "book_entries" e WHERE e."order_id" = r."order_id" AND e."kind" = 'refunded')
ORDER BY 1;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "coupon_uses_by_time";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "coupon_uses_by_time" ON "coupon_uses" USING btree ("used_at") WHERE returned_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_sold_at";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_sold_at" ON "orders" USING btree ("created_at") WHERE order_state <> 'cancelled';
