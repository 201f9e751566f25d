ALTER TABLE "campaigns" ADD COLUMN "has_sellers" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_has_sellers" CHECK (not "campaigns"."has_sellers" or "campaigns"."kind" = 'pool') NOT VALID;
--> statement-breakpoint
ALTER TABLE "participations" ADD COLUMN "seller_id" text COLLATE "C";
--> statement-breakpoint
CREATE TABLE "campaign_sellers" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"member_id" text NOT NULL,
	"code" text NOT NULL,
	"shown_name" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "campaign_sellers" ADD CONSTRAINT "campaign_sellers_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_seller_id_campaign_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."campaign_sellers"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_sellers_code" ON "campaign_sellers" USING btree ("code");
--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_sellers_member" ON "campaign_sellers" USING btree ("campaign_id","member_id");
--> statement-breakpoint
CREATE INDEX "campaign_sellers_by_member" ON "campaign_sellers" USING btree ("member_id","id");
--> statement-breakpoint
CREATE TRIGGER participations_seller_kept BEFORE UPDATE OF seller_id ON participations FOR EACH ROW
	WHEN (OLD.seller_id IS DISTINCT FROM NEW.seller_id) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- step: alone
ALTER TABLE "campaigns" VALIDATE CONSTRAINT "campaigns_has_sellers";
--> statement-breakpoint
-- step: alone
ALTER TABLE "participations" VALIDATE CONSTRAINT "participations_seller_id_campaign_sellers_id_fk";
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "participations_by_seller";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "participations_by_seller" ON "participations" USING btree ("seller_id") WHERE seller_id is not null;
