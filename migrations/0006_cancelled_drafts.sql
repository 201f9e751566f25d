ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_complete", ADD CONSTRAINT "campaigns_complete" CHECK ("campaigns"."state" in ('draft', 'cancelled') or ("campaigns"."min_target" is not null and "campaigns"."starts_at" is not null
        and "campaigns"."ends_at" is not null and ("campaigns"."kind" = 'team') = ("campaigns"."team_hours" is not null))) NOT VALID;--> statement-breakpoint
-- step: alone
ALTER TABLE "campaigns" VALIDATE CONSTRAINT "campaigns_complete";
