CREATE TABLE "admin_recovery_codes" (
	"uid" text NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "admin_recovery_codes_uid_code_hash_pk" PRIMARY KEY("uid","code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_invitations_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('owner', 'manager', 'packer', 'accountant', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"entries" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "id" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "role" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "totp_pending" "bytea";--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "run_id" text;--> statement-breakpoint
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_email" ON "staff_invitations" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "staff_invitations_by_expiry" ON "staff_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_run" ON "audit_entries" USING btree ("run_id","id") WHERE run_id is not null;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_role" CHECK ("administrators"."role" in ('owner', 'manager', 'packer', 'accountant', 'viewer'));--> statement-breakpoint
-- Entries leave by whole months (of Taipei) once they are five years old; nothing else changes them.
CREATE FUNCTION audit_retention_start() RETURNS timestamptz LANGUAGE sql STABLE AS $$
	SELECT (date_trunc('month', now() AT TIME ZONE 'Asia/Taipei') - interval '5 years') AT TIME ZONE 'Asia/Taipei'
$$;--> statement-breakpoint
CREATE FUNCTION refuse_young_audit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.at >= audit_retention_start() THEN
		RAISE EXCEPTION 'audit entries are never changed';
	END IF;
	RETURN OLD;
END $$;--> statement-breakpoint
DROP TRIGGER "audit_entries_append_only" ON "audit_entries";--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER "audit_entries_retention" BEFORE DELETE ON "audit_entries"
	FOR EACH ROW EXECUTE FUNCTION refuse_young_audit_deletion();--> statement-breakpoint
CREATE TRIGGER "audit_seals_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_seals"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
