CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"role" text,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text,
	"subject_title" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"request_id" text,
	"network" text,
	"device" text
);
--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit entries are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
