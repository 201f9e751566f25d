-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_ended";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_ended" ON "orders" USING btree ("state_since") WHERE order_state in ('completed', 'cancelled', 'returned') and user_name <> '已去識別化';
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_in_hand";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_in_hand" ON "orders" USING btree ("id") WHERE order_state in ('paid', 'preparing');
