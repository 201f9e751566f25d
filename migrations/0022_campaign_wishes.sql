CREATE TABLE "campaign_wishes" (
	"product_id" text COLLATE "C" NOT NULL,
	"member_id" text NOT NULL,
	"wished_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_wishes_product_id_member_id_pk" PRIMARY KEY("product_id","member_id")
);
--> statement-breakpoint
CREATE INDEX "campaign_wishes_by_member" ON "campaign_wishes" USING btree ("member_id");