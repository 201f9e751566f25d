CREATE TABLE "shipment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipment_id" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"state" text,
	"message" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"provider" text NOT NULL,
	"merchant" text NOT NULL,
	"chain" text NOT NULL,
	"store_id" text NOT NULL,
	"trade_no" text NOT NULL,
	"state" text DEFAULT 'making' NOT NULL,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"code" text,
	"message" text,
	"amount" bigint NOT NULL,
	"collects" bigint DEFAULT 0 NOT NULL,
	"provider_id" text,
	"payment_no" text,
	"validation_no" text,
	"shipment_no" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"parcel_id" text COLLATE "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"made_at" timestamp with time zone,
	"hand_in_until" date,
	"pick_up_until" date,
	"printed_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	CONSTRAINT "shipments_trade_no" UNIQUE("trade_no"),
	CONSTRAINT "shipments_amounts" CHECK ("shipments"."amount" >= 0 and "shipments"."collects" >= 0)
);
--> statement-breakpoint
ALTER TABLE "shipment_events" ADD CONSTRAINT "shipment_events_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_events_once" ON "shipment_events" USING btree ("shipment_id","code","at");--> statement-breakpoint
CREATE INDEX "shipments_by_order" ON "shipments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "shipments_by_state" ON "shipments" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_one_to_hand_in" ON "shipments" USING btree ("order_id") WHERE state in ('making', 'made');