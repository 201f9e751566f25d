CREATE TABLE "feed_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "feed_keys_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "import_matches" (
	"kind" text NOT NULL,
	"preset" text NOT NULL,
	"word" text NOT NULL,
	"field" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_matches_kind_preset_word_pk" PRIMARY KEY("kind","preset","word")
);
--> statement-breakpoint
CREATE TABLE "imported_pictures" (
	"run_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	CONSTRAINT "imported_pictures_run_id_product_id_address_pk" PRIMARY KEY("run_id","product_id","address"),
	CONSTRAINT "imported_pictures_state" CHECK ("imported_pictures"."state" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "closed_month_items" (
	"kind" text NOT NULL,
	"item" text COLLATE "C" NOT NULL,
	"month" text NOT NULL,
	CONSTRAINT "closed_month_items_kind_item_pk" PRIMARY KEY("kind","item")
);
--> statement-breakpoint
CREATE TABLE "closed_months" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_by" text NOT NULL,
	"figures" jsonb NOT NULL,
	"file" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_lines" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "imported_pictures" ADD CONSTRAINT "imported_pictures_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_month_items" ADD CONSTRAINT "closed_month_items_month_closed_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."closed_months"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_keys_in_use" ON "feed_keys" USING btree ("id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "closed_month_items_by_month" ON "closed_month_items" USING btree ("month");--> statement-breakpoint
-- Written by hand: a month that was closed never changes.
CREATE TRIGGER closed_months_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_months FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER closed_month_items_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_month_items FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
