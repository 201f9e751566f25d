CREATE TABLE "variants" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"option_values" text[] NOT NULL,
	"title" text NOT NULL,
	"sku" text,
	"barcode" text,
	"price" integer NOT NULL,
	"origin_price" integer NOT NULL,
	"image_url" text NOT NULL,
	"weight_g" integer,
	"sides_mm" integer[],
	"is_enabled" boolean NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "variants_price" CHECK ("variants"."price" >= 0 and "variants"."origin_price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "cart_lines" DROP CONSTRAINT "cart_lines_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "restock_requests" DROP CONSTRAINT "restock_requests_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "stock" DROP CONSTRAINT "stock_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "campaign_products" ADD COLUMN "variants" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "options" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_max" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "variant_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "variant_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variants_by_product" ON "variants" USING btree ("product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_by_sku" ON "variants" USING btree ("sku") WHERE archived_at is null;