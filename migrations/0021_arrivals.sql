CREATE TABLE "allotments" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"ordered" integer NOT NULL,
	"given" integer NOT NULL,
	"refund_id" text COLLATE "C",
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "allotments_given" CHECK ("allotments"."given" >= 0 and "allotments"."given" < "allotments"."ordered"),
	CONSTRAINT "allotments_end" CHECK ("allotments"."settled_at" is null or "allotments"."undone_at" is null)
);
--> statement-breakpoint
ALTER TABLE "campaign_receipts" DROP CONSTRAINT "campaign_receipts_qty";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_of_change" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_receipts" ADD COLUMN "damaged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "allotments" ADD CONSTRAINT "allotments_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allotments" ADD CONSTRAINT "allotments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allotments" ADD CONSTRAINT "allotments_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allotments_by_order" ON "allotments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "allotments_by_run" ON "allotments" USING btree ("run_id");--> statement-breakpoint
ALTER TABLE "campaign_receipts" ADD CONSTRAINT "campaign_receipts_qty" CHECK ("campaign_receipts"."qty" <> 0 or "campaign_receipts"."damaged" <> 0);