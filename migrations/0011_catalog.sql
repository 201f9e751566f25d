CREATE TABLE "categories" (
	"name" text PRIMARY KEY NOT NULL,
	"position" integer,
	"picture" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	CONSTRAINT "categories_name" CHECK ("categories"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "info_pages" ADD COLUMN "is_on_products" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD COLUMN "terms" text DEFAULT '' NOT NULL;