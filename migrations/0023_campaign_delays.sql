CREATE TABLE "campaign_delays" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"from_day" date,
	"to_day" date NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_delays_campaign_id_n_pk" PRIMARY KEY("campaign_id","n"),
	CONSTRAINT "campaign_delays_later" CHECK ("campaign_delays"."to_day" > "campaign_delays"."from_day")
);
--> statement-breakpoint
CREATE TABLE "delay_answers" (
	"participation_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"answer" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delay_answers_participation_id_n_pk" PRIMARY KEY("participation_id","n"),
	CONSTRAINT "delay_answers_answer" CHECK ("delay_answers"."answer" in ('wait', 'refund'))
);
--> statement-breakpoint
ALTER TABLE "campaign_delays" ADD CONSTRAINT "campaign_delays_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delay_answers" ADD CONSTRAINT "delay_answers_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delay_answers" ADD CONSTRAINT "delay_answers_campaign_id_n_campaign_delays_campaign_id_n_fk" FOREIGN KEY ("campaign_id","n") REFERENCES "public"."campaign_delays"("campaign_id","n") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delay_answers_by_delay" ON "delay_answers" USING btree ("campaign_id","n");