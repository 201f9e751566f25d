-- What a search is filtered and sorted by stands in the rows that its index finds, so that it reads one
-- table alone. To fill these columns in place would write each row and its terms anew: the rows are
-- copied into another table, which then takes the place of this one.
ALTER TABLE "search_documents" ADD COLUMN "listed_category" text, ADD COLUMN "price" integer,
  ADD COLUMN "units_sold" integer, ADD COLUMN "is_available" boolean;
--> statement-breakpoint
DROP TABLE IF EXISTS search_documents_new;
--> statement-breakpoint
CREATE TABLE "search_documents_new" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"description" text NOT NULL,
	"title_terms" "tsvector" NOT NULL,
	"category_terms" "tsvector" NOT NULL,
	"terms" "tsvector" NOT NULL,
	"listed_category" text NOT NULL,
	"price" integer NOT NULL,
	"units_sold" integer NOT NULL,
	"is_available" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE search_documents_new ALTER COLUMN terms SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE search_documents_new ALTER COLUMN title_terms SET STATISTICS 500;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION list_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM unlist_product(OLD.id);
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.id <> NEW.id THEN PERFORM unlist_product(OLD.id); END IF;
  IF NOT is_listed(NEW) THEN
    IF TG_OP = 'UPDATE' THEN PERFORM unlist_product(NEW.id); END IF;
    RETURN NULL;
  END IF;
  INSERT INTO product_listings SELECT made.* FROM listing_of(NEW) AS made
  ON CONFLICT (product_id) DO UPDATE SET category = excluded.category, price = excluded.price,
    is_available = excluded.is_available, changed_at = excluded.changed_at;
  IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND is_listed(OLD)
    AND (OLD.title, OLD.category, search_content(OLD), OLD.description)
      IS NOT DISTINCT FROM (NEW.title, NEW.category, search_content(NEW), NEW.description) THEN
    RETURN NULL;
  END IF;
  DELETE FROM search_documents WHERE product_id = NEW.id;
  INSERT INTO search_documents
  SELECT made.*, l.category, l.price, l.units_sold, l.is_available
  FROM search_document(NEW) AS made, product_listings AS l WHERE l.product_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A change of a listing reaches its document in the same transaction. A listing is written, and with
-- that locked, before its document.
CREATE FUNCTION note_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_documents SET listed_category = NEW.category, price = NEW.price,
    units_sold = NEW.units_sold, is_available = NEW.is_available
  WHERE product_id = NEW.product_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER listings_noted AFTER UPDATE ON product_listings FOR EACH ROW
  WHEN ((OLD.category, OLD.price, OLD.units_sold, OLD.is_available)
    IS DISTINCT FROM (NEW.category, NEW.price, NEW.units_sold, NEW.is_available))
  EXECUTE FUNCTION note_listing();
--> statement-breakpoint
-- While the rows are copied each change of a document is made in its copy, too.
CREATE FUNCTION copy_search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN DELETE FROM search_documents_new WHERE product_id = OLD.product_id; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO search_documents_new
    SELECT NEW.product_id, NEW.title, NEW.category, NEW.content, NEW.description,
      NEW.title_terms, NEW.category_terms, NEW.terms, category, price, units_sold, is_available
    FROM product_listings WHERE product_id = NEW.product_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER search_documents_copied AFTER INSERT OR UPDATE OR DELETE ON search_documents
  FOR EACH ROW EXECUTE FUNCTION copy_search_document();
--> statement-breakpoint
-- step: alone
DO $$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    SELECT array_agg(product_id ORDER BY product_id) INTO ids FROM (
      SELECT product_id FROM product_listings WHERE product_id > last
      ORDER BY product_id LIMIT 500) AS next;
    EXIT WHEN ids IS NULL;
    -- Locked, so that no change comes between what is read and what is written.
    PERFORM FROM product_listings WHERE product_id = ANY (ids) ORDER BY product_id FOR SHARE;
    INSERT INTO search_documents_new
    SELECT d.product_id, d.title, d.category, d.content, d.description,
      d.title_terms, d.category_terms, d.terms, l.category, l.price, l.units_sold, l.is_available
    FROM search_documents AS d JOIN product_listings AS l USING (product_id)
    WHERE d.product_id = ANY (ids) ORDER BY product_id ON CONFLICT DO NOTHING;
    last := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_new_title";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_new_title" ON "search_documents_new" USING gin ("title_terms") WITH (fastupdate=false);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_new_category";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_new_category" ON "search_documents_new" USING gin ("category_terms") WITH (fastupdate=false);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_new_terms";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_new_terms" ON "search_documents_new" USING gin ("terms") WITH (fastupdate=false);
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_new_by_id";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_new_by_id" ON "search_documents_new" USING btree ("product_id","price","is_available","listed_category");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_new_by_sold";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_new_by_sold" ON "search_documents_new" USING btree ("units_sold","product_id","price","is_available","listed_category");
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "search_documents_new_by_price";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "search_documents_new_by_price" ON "search_documents_new" USING btree (("price" + 0),"product_id","price","is_available","listed_category");
--> statement-breakpoint
-- step: alone
VACUUM (ANALYZE) search_documents_new;
--> statement-breakpoint
-- step: transaction
DROP TABLE search_documents;
--> statement-breakpoint
DROP FUNCTION copy_search_document();
--> statement-breakpoint
ALTER TABLE search_documents_new RENAME TO search_documents;
--> statement-breakpoint
ALTER INDEX search_documents_new_pkey RENAME TO search_documents_pkey;
--> statement-breakpoint
ALTER INDEX search_documents_new_title RENAME TO search_documents_title;
--> statement-breakpoint
ALTER INDEX search_documents_new_category RENAME TO search_documents_category;
--> statement-breakpoint
ALTER INDEX search_documents_new_terms RENAME TO search_documents_terms;
--> statement-breakpoint
ALTER INDEX search_documents_new_by_id RENAME TO search_documents_by_id;
--> statement-breakpoint
ALTER INDEX search_documents_new_by_sold RENAME TO search_documents_by_sold;
--> statement-breakpoint
ALTER INDEX search_documents_new_by_price RENAME TO search_documents_by_price;
