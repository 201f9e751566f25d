CREATE TABLE "restock_requests" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"email" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"on_hand" integer NOT NULL,
	"held" integer NOT NULL,
	CONSTRAINT "stock_held" CHECK (0 <= "stock"."held" and "stock"."held" <= "stock"."on_hand")
);
--> statement-breakpoint
CREATE TABLE "stock_holds" (
	"order_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "stock_holds_order_id_product_id_pk" PRIMARY KEY("order_id","product_id"),
	CONSTRAINT "stock_holds_qty" CHECK ("stock_holds"."qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"on_hand_change" integer NOT NULL,
	"held_change" integer NOT NULL,
	"on_hand" integer NOT NULL,
	"held" integer NOT NULL,
	"actor" text NOT NULL,
	"actor_name" text,
	"note" text,
	"order_id" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "restock_requests" ADD CONSTRAINT "restock_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "restock_requests_open" ON "restock_requests" USING btree ("product_id","email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "restock_requests_by_email" ON "restock_requests" USING btree ("email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "restock_requests_by_age" ON "restock_requests" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "stock_by_available" ON "stock" USING btree ((on_hand - held),"product_id");--> statement-breakpoint
CREATE INDEX "stock_holds_by_product" ON "stock_holds" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_by_product" ON "stock_movements" USING btree ("product_id","id");--> statement-breakpoint
-- What the storefront shows of the available number; null: nothing.
CREATE FUNCTION stock_level(available integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN available <= 0 THEN 'sold_out' WHEN available <= 10 THEN 'low' END
$$;--> statement-breakpoint
-- Only a change of the level changes the catalogue: most orders leave its cache alone.
CREATE TRIGGER "stock_level_begun" AFTER INSERT ON "stock" FOR EACH ROW
	WHEN (stock_level(NEW.on_hand - NEW.held) IS NOT NULL) EXECUTE FUNCTION notify_catalog_changed();--> statement-breakpoint
CREATE TRIGGER "stock_level_crossed" AFTER UPDATE ON "stock" FOR EACH ROW
	WHEN (stock_level(OLD.on_hand - OLD.held) IS DISTINCT FROM stock_level(NEW.on_hand - NEW.held))
	EXECUTE FUNCTION notify_catalog_changed();--> statement-breakpoint
CREATE TRIGGER "stock_level_ended" AFTER DELETE ON "stock" FOR EACH ROW
	WHEN (stock_level(OLD.on_hand - OLD.held) IS NOT NULL) EXECUTE FUNCTION notify_catalog_changed();--> statement-breakpoint
CREATE FUNCTION refuse_stock_movement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'stock movements are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_movements_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "stock_movements"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_stock_movement_change();
