-- step: transaction
-- The storefront finds by terms that the program writes, and its lists read the products themselves: the
-- tables beside them go, and what kept these in step.
DROP TRIGGER "products_listed" ON "products";
--> statement-breakpoint
DROP TRIGGER "products_unlisted" ON "products";
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "text_terms" "tsvector";
--> statement-breakpoint
-- Without statistics the planner takes any text for rare, and reads the index rather than the rows.
ALTER TABLE "products" ALTER COLUMN "text_terms" SET STATISTICS 0;
--> statement-breakpoint
-- step: transaction
DROP TRIGGER "stock_availability_begun" ON "stock";
--> statement-breakpoint
DROP TRIGGER "stock_availability_crossed" ON "stock";
--> statement-breakpoint
DROP TRIGGER "stock_availability_ended" ON "stock";
--> statement-breakpoint
-- step: alone
-- The job that fills terms makes those of both columns.
DO $$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    SELECT array_agg(id ORDER BY id) INTO ids
    FROM (SELECT id FROM "products" WHERE id > last ORDER BY id LIMIT 500) AS next;
    EXIT WHEN ids IS NULL;
    UPDATE "products" AS p SET search_terms = NULL,
      changed_at = coalesce((SELECT l.changed_at FROM product_listings AS l WHERE l.product_id = p.id), p.changed_at)
    WHERE p.id = ANY (ids);
    last := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
-- step: transaction
DROP FUNCTION list_product(), unlist_all_products(), unlist_product(text), note_availability(),
  listing_of(products), is_listed(products), search_document(products), search_content(products),
  search_description(text), search_vectors(text,text,text,text), search_terms(text[]), search_field(text[]),
  search_tokens(text);
--> statement-breakpoint
DROP TABLE "search_documents", "search_characters";
--> statement-breakpoint
DROP TABLE "product_listings";
--> statement-breakpoint
DROP FUNCTION note_listing();
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "products_by_text";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "products_by_text" ON "products" USING gin ("text_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "product_sales_by_units";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "product_sales_by_units" ON "product_sales" USING btree ("units","product_id");
