CREATE TABLE "hand_out_codes" (
	"order_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"reminded_at" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "hand_out_codes_digits" CHECK ("hand_out_codes"."code" ~ '^[0-9]{6}$')
);
--> statement-breakpoint
ALTER TABLE "hand_out_codes" ADD CONSTRAINT "hand_out_codes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hand_out_codes_code" ON "hand_out_codes" USING btree ("code");--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_to_pick_up" ON "orders" USING btree ("id") WHERE state in ('placed', 'paid', 'preparing', 'shipped') and shipping ->> 'kind' = 'place';