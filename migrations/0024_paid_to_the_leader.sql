CREATE TABLE "leader_hand_overs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"group_id" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	"way" text NOT NULL,
	"last_five" text,
	"note" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"booked" bigint,
	"booked_at" timestamp with time zone,
	"booked_by" text,
	"voided_at" timestamp with time zone,
	CONSTRAINT "leader_hand_overs_amount" CHECK ("leader_hand_overs"."amount" > 0 and "leader_hand_overs"."booked" > 0),
	CONSTRAINT "leader_hand_overs_way" CHECK ("leader_hand_overs"."way" in ('cash', 'transfer', 'line_pay', 'other')),
	CONSTRAINT "leader_hand_overs_booked" CHECK (("leader_hand_overs"."booked" is null) = ("leader_hand_overs"."booked_at" is null)
        and ("leader_hand_overs"."booked" is null) = ("leader_hand_overs"."booked_by" is null))
);
--> statement-breakpoint
CREATE TABLE "leader_receipts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"group_id" text COLLATE "C" NOT NULL,
	"participation_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	"way" text NOT NULL,
	"last_five" text,
	"note" text DEFAULT '' NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"voided_at" timestamp with time zone,
	CONSTRAINT "leader_receipts_amount" CHECK ("leader_receipts"."amount" <> 0),
	CONSTRAINT "leader_receipts_way" CHECK ("leader_receipts"."way" in ('cash', 'transfer', 'line_pay', 'other'))
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "pays_leader" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "leader_sending" text DEFAULT 'hand_over' NOT NULL;
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "pay_ways" jsonb;
--> statement-breakpoint
ALTER TABLE "participations" ADD COLUMN "last_five" text;
--> statement-breakpoint
ALTER TABLE "leader_hand_overs" ADD CONSTRAINT "leader_hand_overs_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "leader_receipts" ADD CONSTRAINT "leader_receipts_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "leader_receipts" ADD CONSTRAINT "leader_receipts_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "leader_receipts" ADD CONSTRAINT "leader_receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "leader_hand_overs_by_group" ON "leader_hand_overs" USING btree ("group_id","id");
--> statement-breakpoint
CREATE INDEX "leader_receipts_by_group" ON "leader_receipts" USING btree ("group_id","id");
--> statement-breakpoint
CREATE INDEX "leader_receipts_by_order" ON "leader_receipts" USING btree ("order_id");
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_pays_leader" CHECK (not "campaigns"."pays_leader" or "campaigns"."money" = 'pay_after_success');
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_leader_sending" CHECK ("campaigns"."leader_sending" in ('hand_over', 'tick', 'success'));
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_to_leader_ahead";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_to_leader_ahead" ON "orders" USING btree ("id") WHERE state = 'placed' and payment_method = 'to_leader_ahead';
