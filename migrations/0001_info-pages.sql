CREATE TABLE "info_pages" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"content" text NOT NULL,
	"is_public" boolean NOT NULL,
	"preview" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	"deletion" text COLLATE "C",
	CONSTRAINT "info_pages_slug_form" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "info_pages_slug" ON "info_pages" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "info_pages_live" ON "info_pages" USING btree ("changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "info_pages_archived" ON "info_pages" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE TRIGGER info_pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON info_pages FOR EACH STATEMENT
	EXECUTE FUNCTION notify_catalog_changed();
