CREATE TABLE "shipping_methods" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"provider" text,
	"options" jsonb NOT NULL,
	"fee" integer NOT NULL,
	"free_over" integer,
	"steps" jsonb,
	"outlying" jsonb NOT NULL,
	"max_weight" integer,
	"max_sides" integer,
	"max_amount" integer,
	"cod" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "shipping_methods_kind" CHECK ("shipping_methods"."kind" in ('home', 'store', 'place')),
	CONSTRAINT "shipping_methods_fee" CHECK ("shipping_methods"."fee" >= 0)
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "shipping_method_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "temperature" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_g" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sides_mm" integer[];--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping" jsonb;