ALTER TABLE "orders" ADD COLUMN "ships_with" text COLLATE "C";--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_ships_with";--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_ships_with" ON "orders" USING btree ("ships_with","id") WHERE ships_with is not null;
