ALTER TABLE "action_codes" DROP CONSTRAINT "action_codes_purpose";--> statement-breakpoint
DROP INDEX "members_email";--> statement-breakpoint
DROP INDEX "mail_outbox_due";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "given_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "action_codes" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "email_key" text;--> statement-breakpoint
UPDATE "members" SET "email_key" = lower("email");--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "email_key" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "members_email_key" ON "members" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_attempt_at") WHERE sent_at is null and given_up_at is null;--> statement-breakpoint
ALTER TABLE "action_codes" ADD CONSTRAINT "action_codes_new_email" CHECK (("action_codes"."purpose" = 'VERIFY_AND_CHANGE_EMAIL') = ("action_codes"."new_email" is not null));--> statement-breakpoint
ALTER TABLE "action_codes" ADD CONSTRAINT "action_codes_purpose" CHECK ("action_codes"."purpose" in ('PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'));