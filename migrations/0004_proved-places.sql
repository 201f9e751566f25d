ALTER TABLE "action_codes" ADD COLUMN "pin_hash" text;--> statement-breakpoint
ALTER TABLE "action_codes" ADD COLUMN "pin_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "participations" ADD COLUMN "needs_proof" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_needs_proof" CHECK (not "participations"."needs_proof" or "participations"."state" not in ('authorised', 'awaiting_payment', 'confirmed')) NOT VALID;--> statement-breakpoint
-- step: alone
ALTER TABLE "participations" VALIDATE CONSTRAINT "participations_needs_proof";--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "participations_to_prove" ON "participations" USING btree ("member_id") WHERE state = 'held' and needs_proof;
