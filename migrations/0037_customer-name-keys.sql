ALTER TABLE "customers" ADD COLUMN "name_key" text GENERATED ALWAYS AS (left(fold_text(name), 100)) STORED;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "customers_by_name";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "customers_by_name" ON "customers" USING btree ("name","num","name_key","email_key");
--> statement-breakpoint
-- step: alone
-- A table that was written anew has no map of what is visible, which a walk along an index needs.
VACUUM (ANALYZE) "customers";
