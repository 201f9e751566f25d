-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_keys_by_title";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_keys_by_title" ON "product_keys" USING btree ("title","product_id","is_enabled","category","price","title_text") WHERE archived_at is null;
