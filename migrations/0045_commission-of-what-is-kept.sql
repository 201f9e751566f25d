-- step: alone
-- Each refund after the completion books its part back, so an order may have several such entries.
DROP INDEX CONCURRENTLY IF EXISTS "commission_entries_earned_once";
--> statement-breakpoint
-- step: alone
CREATE UNIQUE INDEX CONCURRENTLY "commission_entries_earned_once" ON "commission_entries" USING btree ("order_id") WHERE "commission_entries"."kind" = 'earned';
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "commission_entries_by_order";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "commission_entries_by_order" ON "commission_entries" USING btree ("order_id");
--> statement-breakpoint
-- step: transaction
DROP INDEX "commission_entries_once";
