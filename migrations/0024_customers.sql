-- How customers are told apart and found. Standard bodies: they hold whatever the search path is.
CREATE FUNCTION fold_text(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize(words, NFKC), '\s+', '', 'g') COLLATE "C");
--> statement-breakpoint
CREATE FUNCTION fold_email(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN fold_text(email);
--> statement-breakpoint
CREATE FUNCTION tel_digits(tel text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(normalize(tel, NFKC), '[^0-9]', '', 'g'), '^8860?', '0');
--> statement-breakpoint
-- The characters of a name, and its pairs of neighbours.
CREATE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(
  SELECT substr(fold_text(name), place, size)
  FROM generate_series(1, length(fold_text(name))) AS place, (VALUES (1), (2)) AS part (size)
  WHERE place + size - 1 <= length(fold_text(name)));
--> statement-breakpoint
-- A member, or all guests with one address; null once the contact was taken out.
CREATE FUNCTION customer_key(owner text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN email = '已去識別化' THEN NULL WHEN owner LIKE 'm:%' THEN owner
  ELSE 'e:' || fold_email(email) END;
--> statement-breakpoint
CREATE TABLE "customer_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"customer" bigint NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_orders" (
	"order_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"customer" bigint NOT NULL,
	"counts" boolean NOT NULL,
	"spent" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_tags" (
	"customer" bigint NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "customer_tags_customer_tag_pk" PRIMARY KEY("customer","tag")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"num" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"email_key" text GENERATED ALWAYS AS (fold_email(email)) STORED,
	"tel" text DEFAULT '' NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	"first_order_at" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"last_order_at" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	CONSTRAINT "customers_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_customer_customers_num_fk" FOREIGN KEY ("customer") REFERENCES "public"."customers"("num") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_orders" ADD CONSTRAINT "customer_orders_customer_customers_num_fk" FOREIGN KEY ("customer") REFERENCES "public"."customers"("num") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_tags" ADD CONSTRAINT "customer_tags_customer_customers_num_fk" FOREIGN KEY ("customer") REFERENCES "public"."customers"("num") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "customer_notes_by_customer" ON "customer_notes" USING btree ("customer","id");
--> statement-breakpoint
CREATE INDEX "customer_orders_by_customer" ON "customer_orders" USING btree ("customer","order_id");
--> statement-breakpoint
CREATE INDEX "customer_tags_by_tag" ON "customer_tags" USING btree ("tag","customer");
--> statement-breakpoint
CREATE INDEX "customers_by_last_order" ON "customers" USING btree ("last_order_at","num");
--> statement-breakpoint
CREATE INDEX "customers_by_orders" ON "customers" USING btree ("orders","num");
--> statement-breakpoint
CREATE INDEX "customers_by_spent" ON "customers" USING btree ("spent","num");
--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("name","num");
--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree (email_key collate "C");
--> statement-breakpoint
CREATE INDEX "customers_by_tel" ON "customers" USING btree (reverse(tel_digits(tel)) collate "C");
--> statement-breakpoint
CREATE INDEX "customers_by_name_parts" ON "customers" USING gin (name_parts(name));
--> statement-breakpoint
CREATE FUNCTION note_customer_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_changes (order_id) VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_customer_of_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_changes (order_id) VALUES (NEW.order_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- step: transaction
CREATE TRIGGER orders_customer AFTER INSERT OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION note_customer_of_order();
--> statement-breakpoint
CREATE TRIGGER orders_customer_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.order_state = 'cancelled', OLD.owner, OLD.user_name, OLD.user_email, OLD.user_tel)
    IS DISTINCT FROM
    (NEW.order_state = 'cancelled', NEW.owner, NEW.user_name, NEW.user_email, NEW.user_tel))
  EXECUTE FUNCTION note_customer_of_order();
--> statement-breakpoint
CREATE TRIGGER payments_customer AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION note_customer_of_money();
--> statement-breakpoint
CREATE TRIGGER payments_customer_changed AFTER UPDATE ON payments FOR EACH ROW
  WHEN ('succeeded' IN (OLD.status, NEW.status)
    AND (OLD.status, OLD.amount, OLD.captured_amount)
      IS DISTINCT FROM (NEW.status, NEW.amount, NEW.captured_amount))
  EXECUTE FUNCTION note_customer_of_money();
--> statement-breakpoint
CREATE TRIGGER refunds_customer AFTER INSERT ON refunds FOR EACH ROW
  WHEN (NEW.state = 'done') EXECUTE FUNCTION note_customer_of_money();
--> statement-breakpoint
CREATE TRIGGER refunds_customer_changed AFTER UPDATE ON refunds FOR EACH ROW
  WHEN ('done' IN (OLD.state, NEW.state)
    AND (OLD.state, OLD.amount) IS DISTINCT FROM (NEW.state, NEW.amount))
  EXECUTE FUNCTION note_customer_of_money();
--> statement-breakpoint
CREATE FUNCTION count_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_list_count('customers',
    (SELECT count(*) FROM changed_rows) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER customers_counted_on_insert AFTER INSERT ON customers
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_customers();
--> statement-breakpoint
CREATE TRIGGER customers_counted_on_delete AFTER DELETE ON customers
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_customers();
--> statement-breakpoint
CREATE TRIGGER customers_counted_on_truncate AFTER TRUNCATE ON customers
  FOR EACH STATEMENT EXECUTE FUNCTION count_nothing();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_lists() RETURNS void LANGUAGE sql AS $$
  DELETE FROM list_counts;
  INSERT INTO list_counts (list, n)
    SELECT 'orders', count(*) FROM orders WHERE deleted_at IS NULL
    UNION ALL SELECT 'products', count(*) FROM products WHERE deleted_at IS NULL
    UNION ALL SELECT 'products published', count(*)
      FROM products WHERE is_enabled AND deleted_at IS NULL
    UNION ALL SELECT 'customers', count(*) FROM customers;
$$;
--> statement-breakpoint
CREATE FUNCTION forget_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM customers;
  DELETE FROM customer_changes;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_customers_truncated AFTER TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION forget_customers();
--> statement-breakpoint
-- step: alone
-- All orders of before; those of this moment are noted by the triggers already.
INSERT INTO customer_changes (order_id) SELECT id FROM orders ORDER BY id;
