-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "sold_sums_by_units";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "sold_sums_by_units" ON "sold_sums" USING btree ("unit","start","units","product_id","amount");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "sold_sums_covering";
