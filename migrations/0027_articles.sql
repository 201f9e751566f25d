CREATE TABLE "articles" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "articles_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"author" text NOT NULL,
	"description" text NOT NULL,
	"content" text NOT NULL,
	"image" text NOT NULL,
	"tags" text[] NOT NULL,
	"is_public" boolean NOT NULL,
	"create_at" double precision NOT NULL,
	"dated" timestamp with time zone NOT NULL,
	"extra" jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	"deletion" text COLLATE "C"
);
--> statement-breakpoint
CREATE INDEX "articles_live" ON "articles" USING btree ("dated","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_public" ON "articles" USING btree ("dated","id") WHERE is_public and deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_archived" ON "articles" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
-- The documents of announcements are kept with the catalogue.
CREATE TRIGGER "articles_changed"
	AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "articles"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
