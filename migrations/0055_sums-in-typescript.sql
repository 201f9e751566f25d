-- step: transaction
-- What moves a payment or a refund writes its entry of the books.
DROP TRIGGER "payments_write_book_insert" ON "payments";
--> statement-breakpoint
DROP TRIGGER "payments_write_book_update" ON "payments";
--> statement-breakpoint
-- step: transaction
DROP TRIGGER "refunds_write_book_insert" ON "refunds";
--> statement-breakpoint
DROP TRIGGER "refunds_write_book_update" ON "refunds";
--> statement-breakpoint
DROP FUNCTION write_payment_entry();
--> statement-breakpoint
DROP FUNCTION write_refund_entry();
--> statement-breakpoint
-- step: transaction
-- What writes the address of a member writes the mailbox, in the form of all other hashes.
DROP TRIGGER "members_mailbox" ON "members";
--> statement-breakpoint
DROP FUNCTION remember_mailbox();
--> statement-breakpoint
-- step: transaction
UPDATE "member_mailboxes" SET "mailbox" = translate(rtrim(encode(decode("mailbox", 'hex'), 'base64'), '='), '+/', '-_')
WHERE length("mailbox") = 64;
--> statement-breakpoint
-- step: transaction
-- Reports read orders, their lines and the books themselves.
DROP TRIGGER "orders_sold" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_day" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_day_again" ON "orders";
--> statement-breakpoint
-- step: transaction
DROP TRIGGER "order_lines_sold" ON "order_lines";
--> statement-breakpoint
DROP TRIGGER "order_lines_sold_again" ON "order_lines";
--> statement-breakpoint
DROP TRIGGER "order_lines_unsold" ON "order_lines";
--> statement-breakpoint
-- step: transaction
DROP TRIGGER "book_entries_day" ON "book_entries";
--> statement-breakpoint
-- step: transaction
DROP FUNCTION note_sold_lines(), note_sold_order(), note_day_order(), note_day_entry(), recount_sold(), recount_days();
--> statement-breakpoint
DROP TABLE "day_changes", "day_sums", "sold_changes", "sold_sums";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "book_entries_by_order" ON "book_entries" USING btree ("order_id","kind","amount");
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_lines_sold" ON "order_lines" USING btree ("order_id","product_id","qty","total");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_sold_at";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_sold_at" ON "orders" USING btree ("created_at","id") WHERE order_state <> 'cancelled';
--> statement-breakpoint
-- step: transaction
-- An order has the key of its customer, whose row has the contact of the last order.
DROP TRIGGER "orders_customer" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_customer_changed" ON "orders";
--> statement-breakpoint
DROP TRIGGER "orders_customers_truncated" ON "orders";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_key" text COLLATE "C";
--> statement-breakpoint
-- step: transaction
DROP TRIGGER "payments_customer" ON "payments";
--> statement-breakpoint
DROP TRIGGER "payments_customer_changed" ON "payments";
--> statement-breakpoint
-- step: transaction
DROP TRIGGER "refunds_customer" ON "refunds";
--> statement-breakpoint
DROP TRIGGER "refunds_customer_changed" ON "refunds";
--> statement-breakpoint
-- step: transaction
DROP FUNCTION note_customer_of_order(), note_customer_of_money(), forget_customers();
--> statement-breakpoint
DROP TABLE "customer_changes", "customer_orders";
--> statement-breakpoint
-- step: transaction
UPDATE "orders" SET "customer_key" = customer_key("owner", "user_email");
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_by_customer" ON "orders" USING btree ("customer_key","id","created_at","order_state");
--> statement-breakpoint
-- step: transaction
ALTER TABLE "customers" ALTER COLUMN "key" SET DATA TYPE text COLLATE "C",
	DROP COLUMN "name_key", DROP COLUMN "orders", DROP COLUMN "spent", DROP COLUMN "first_order_at", DROP COLUMN "last_order_at";
--> statement-breakpoint
-- What the queue had not come to yet.
DELETE FROM "customers" WHERE NOT EXISTS (SELECT FROM "orders" WHERE "customer_key" = "customers"."key");
--> statement-breakpoint
INSERT INTO "customers" ("key")
SELECT "customer_key" FROM "orders" WHERE "customer_key" IS NOT NULL
	AND NOT EXISTS (SELECT FROM "customers" WHERE "key" = "customer_key")
GROUP BY 1 ORDER BY min("id");
--> statement-breakpoint
UPDATE "customers" SET "name" = "last"."name", "email" = "user_email", "tel" = "user_tel"
FROM (SELECT DISTINCT ON ("customer_key") "customer_key", coalesce("contact_name", "user_name") AS "name", "user_email", "user_tel"
	FROM "orders" WHERE "customer_key" IS NOT NULL ORDER BY "customer_key", "id" DESC) AS "last"
WHERE "key" = "customer_key" AND ("customers"."name", "email", "tel") IS DISTINCT FROM ("last"."name", "user_email", "user_tel");
--> statement-breakpoint
DROP FUNCTION customer_key(text, text);
--> statement-breakpoint
-- step: alone
-- The shop schedules these jobs no longer.
DO $$ BEGIN
	IF to_regclass('pgboss.schedule') IS NOT NULL THEN
		DELETE FROM pgboss.schedule WHERE name IN ('reports.sold', 'customers.refresh');
		DELETE FROM pgboss.job WHERE name IN ('reports.sold', 'customers.refresh');
	END IF;
END $$;
