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
