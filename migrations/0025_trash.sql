ALTER TABLE "products" ADD COLUMN "deleted_by" text;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "deletion" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "deleted_by" text;
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "deletion" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deleted_by" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deletion" text COLLATE "C";
--> statement-breakpoint
CREATE INDEX "coupons_archived" ON "coupons" USING btree ("deleted_at","id") WHERE deleted_at is not null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "products_archived";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "products_archived" ON "products" USING btree ("deleted_at","id") WHERE deleted_at is not null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_deletion";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_by_deletion" ON "orders" USING btree ("deletion") WHERE deletion is not null;
