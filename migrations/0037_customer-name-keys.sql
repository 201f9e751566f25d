ALTER TABLE "customers" ADD COLUMN "name_key" text GENERATED ALWAYS AS (left(fold_text(name), 100)) STORED;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "customers_by_name";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "customers_by_name" ON "customers" USING btree ("name","num","name_key","email_key");
