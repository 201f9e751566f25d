CREATE TABLE "campaign_extensions" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"from_time" timestamp with time zone NOT NULL,
	"to_time" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_extensions_campaign_id_n_pk" PRIMARY KEY("campaign_id","n"),
	CONSTRAINT "campaign_extensions_n" CHECK ("campaign_extensions"."n" in (1, 2)),
	CONSTRAINT "campaign_extensions_later" CHECK ("campaign_extensions"."to_time" > "campaign_extensions"."from_time")
);
--> statement-breakpoint
CREATE TABLE "campaign_leaders" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"member_id" text NOT NULL,
	CONSTRAINT "campaign_leaders_campaign_id_member_id_pk" PRIMARY KEY("campaign_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "campaign_members" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"member_id" text NOT NULL,
	"units" integer NOT NULL,
	CONSTRAINT "campaign_members_campaign_id_member_id_pk" PRIMARY KEY("campaign_id","member_id"),
	CONSTRAINT "campaign_members_units" CHECK ("campaign_members"."units" >= 0)
);
--> statement-breakpoint
CREATE TABLE "campaign_prices" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"unit_price" integer NOT NULL,
	CONSTRAINT "campaign_prices_campaign_id_position_product_id_pk" PRIMARY KEY("campaign_id","position","product_id"),
	CONSTRAINT "campaign_prices_unit_price" CHECK ("campaign_prices"."unit_price" >= 1)
);
--> statement-breakpoint
CREATE TABLE "campaign_products" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"snapshot" jsonb,
	CONSTRAINT "campaign_products_campaign_id_product_id_pk" PRIMARY KEY("campaign_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "campaign_receipts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_receipts_qty" CHECK ("campaign_receipts"."qty" <> 0)
);
--> statement-breakpoint
CREATE TABLE "campaign_tiers" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"from_units" integer NOT NULL,
	CONSTRAINT "campaign_tiers_campaign_id_position_pk" PRIMARY KEY("campaign_id","position"),
	CONSTRAINT "campaign_tiers_position" CHECK ("campaign_tiers"."position" between 0 and 5),
	CONSTRAINT "campaign_tiers_first" CHECK (("campaign_tiers"."position" = 0) = ("campaign_tiers"."from_units" = 1)),
	CONSTRAINT "campaign_tiers_from" CHECK ("campaign_tiers"."from_units" >= 1)
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'pool' NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"money" text DEFAULT 'pay_after_success' NOT NULL,
	"metric" text DEFAULT 'units' NOT NULL,
	"min_target" integer,
	"max_units" integer,
	"lot_size" integer DEFAULT 1 NOT NULL,
	"per_member_limit" integer,
	"team_hours" integer,
	"leaders_only" boolean DEFAULT false NOT NULL,
	"withdraw" text DEFAULT 'until_close' NOT NULL,
	"coupons" boolean DEFAULT false NOT NULL,
	"supply" text DEFAULT 'stock' NOT NULL,
	"delivery" text DEFAULT 'each' NOT NULL,
	"commission_percent" integer DEFAULT 0 NOT NULL,
	"grace_minutes" integer DEFAULT 15 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"state" text DEFAULT 'draft' NOT NULL,
	"outcome" text,
	"reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "campaigns_kind" CHECK ("campaigns"."kind" in ('pool', 'team')),
	CONSTRAINT "campaigns_money" CHECK ("campaigns"."money" in ('pay_after_success', 'authorise_capture')),
	CONSTRAINT "campaigns_metric" CHECK ("campaigns"."metric" in ('units', 'members')),
	CONSTRAINT "campaigns_withdraw" CHECK ("campaigns"."withdraw" in ('until_close', 'until_reached')),
	CONSTRAINT "campaigns_supply" CHECK ("campaigns"."supply" in ('stock', 'order')),
	CONSTRAINT "campaigns_delivery" CHECK ("campaigns"."delivery" in ('each', 'leader')),
	CONSTRAINT "campaigns_state" CHECK ("campaigns"."state" in ('draft', 'scheduled', 'open', 'closing', 'succeeded', 'failed', 'settled', 'cancelled')),
	CONSTRAINT "campaigns_outcome" CHECK ("campaigns"."outcome" in ('succeeded', 'failed', 'cancelled')),
	CONSTRAINT "campaigns_title" CHECK (char_length("campaigns"."title") between 1 and 60),
	CONSTRAINT "campaigns_min_target" CHECK ("campaigns"."min_target" between 1 and 100000),
	CONSTRAINT "campaigns_max_units" CHECK ("campaigns"."max_units" between "campaigns"."min_target" and 1000000 and "campaigns"."max_units" % "campaigns"."lot_size" = 0),
	CONSTRAINT "campaigns_lot_size" CHECK ("campaigns"."lot_size" between 1 and 1000),
	CONSTRAINT "campaigns_per_member_limit" CHECK ("campaigns"."per_member_limit" between 1 and 9999),
	CONSTRAINT "campaigns_team_hours_bounds" CHECK ("campaigns"."team_hours" between 1 and 720),
	CONSTRAINT "campaigns_commission" CHECK ("campaigns"."commission_percent" between 0 and 30),
	CONSTRAINT "campaigns_grace" CHECK ("campaigns"."grace_minutes" between 0 and 60),
	CONSTRAINT "campaigns_ends_at" CHECK ("campaigns"."ends_at" > "campaigns"."starts_at"),
	CONSTRAINT "campaigns_complete" CHECK ("campaigns"."state" = 'draft' or ("campaigns"."min_target" is not null and "campaigns"."starts_at" is not null
        and "campaigns"."ends_at" is not null and ("campaigns"."kind" = 'team') = ("campaigns"."team_hours" is not null))),
	CONSTRAINT "campaigns_cancelled" CHECK ("campaigns"."state" <> 'cancelled' or ("campaigns"."reason" is not null and "campaigns"."outcome" = 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "commission_entries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"group_id" text COLLATE "C",
	"leader_id" text NOT NULL,
	"order_id" text COLLATE "C",
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commission_entries_kind" CHECK ("commission_entries"."kind" in ('earned', 'reversed', 'paid')),
	CONSTRAINT "commission_entries_amount" CHECK (case when "commission_entries"."kind" = 'earned' then "commission_entries"."amount" >= 0 else "commission_entries"."amount" <= 0 end),
	CONSTRAINT "commission_entries_order" CHECK (("commission_entries"."kind" = 'paid') = ("commission_entries"."order_id" is null))
);
--> statement-breakpoint
CREATE TABLE "group_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" text COLLATE "C" NOT NULL,
	"group_id" text COLLATE "C",
	"participation_id" text COLLATE "C",
	"event" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_pardons" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"pool_of" text COLLATE "C",
	"leader_id" text,
	"state" text DEFAULT 'forming' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closing_reason" text,
	"grace_until" timestamp with time zone,
	"max_units" integer,
	"units_taken" integer DEFAULT 0 NOT NULL,
	"members_taken" integer DEFAULT 0 NOT NULL,
	"units_counted" integer DEFAULT 0 NOT NULL,
	"members_counted" integer DEFAULT 0 NOT NULL,
	"units_final" integer,
	"members_final" integer,
	"final_tier" integer,
	"outcome" text,
	"reason" text,
	"reached_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"shortfall" text,
	"pickup_place" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "groups_pool_of" CHECK ("groups"."pool_of" is null or "groups"."pool_of" = "groups"."campaign_id"),
	CONSTRAINT "groups_state" CHECK ("groups"."state" in ('forming', 'reached', 'closing', 'succeeded', 'failed', 'settled', 'cancelled')),
	CONSTRAINT "groups_closing_reason" CHECK ("groups"."closing_reason" in ('deadline', 'full', 'early')),
	CONSTRAINT "groups_outcome" CHECK ("groups"."outcome" in ('succeeded', 'failed', 'cancelled')),
	CONSTRAINT "groups_shortfall" CHECK ("groups"."shortfall" in ('ship', 'cancel')),
	CONSTRAINT "groups_units" CHECK (0 <= "groups"."units_counted" and "groups"."units_counted" <= "groups"."units_taken" and "groups"."units_taken" <= "groups"."max_units"),
	CONSTRAINT "groups_members" CHECK (0 <= "groups"."members_counted" and "groups"."members_counted" <= "groups"."members_taken"),
	CONSTRAINT "groups_decided" CHECK (("groups"."state" in ('succeeded', 'failed', 'settled')) <= ("groups"."decided_at" is not null and "groups"."outcome" is not null))
);
--> statement-breakpoint
CREATE TABLE "participations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "participations_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"member_id" text NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	"state" text NOT NULL,
	"quoted_total" bigint NOT NULL,
	"final_total" bigint,
	"accepts_fewer" boolean NOT NULL,
	"is_anonymous" boolean NOT NULL,
	"shown_name" text NOT NULL,
	"via" text,
	"hold_until" timestamp with time zone,
	"pay_by" timestamp with time zone,
	"reminded_at" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"handed_out_at" timestamp with time zone,
	"joined_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "participations_state" CHECK ("participations"."state" in ('held', 'authorised', 'awaiting_payment', 'confirmed', 'withdrawn', 'lapsed', 'released')),
	CONSTRAINT "participations_qty" CHECK ("participations"."qty" between 1 and 9999),
	CONSTRAINT "participations_totals" CHECK ("participations"."quoted_total" >= 0 and "participations"."final_total" between 0 and "participations"."quoted_total"),
	CONSTRAINT "participations_ended" CHECK (("participations"."state" in ('withdrawn', 'lapsed', 'released')) = ("participations"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "supplier_orders" (
	"campaign_id" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_orders_campaign_id_n_pk" PRIMARY KEY("campaign_id","n")
);
--> statement-breakpoint
ALTER TABLE "campaign_extensions" ADD CONSTRAINT "campaign_extensions_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_leaders" ADD CONSTRAINT "campaign_leaders_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_members" ADD CONSTRAINT "campaign_members_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_prices" ADD CONSTRAINT "campaign_prices_campaign_id_position_campaign_tiers_campaign_id_position_fk" FOREIGN KEY ("campaign_id","position") REFERENCES "public"."campaign_tiers"("campaign_id","position") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_products" ADD CONSTRAINT "campaign_products_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_receipts" ADD CONSTRAINT "campaign_receipts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_tiers" ADD CONSTRAINT "campaign_tiers_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_events" ADD CONSTRAINT "group_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_events" ADD CONSTRAINT "group_events_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_events" ADD CONSTRAINT "group_events_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "supplier_orders" ADD CONSTRAINT "supplier_orders_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "campaign_products_by_product" ON "campaign_products" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX "campaign_receipts_by_campaign" ON "campaign_receipts" USING btree ("campaign_id","product_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_tiers_from_units" ON "campaign_tiers" USING btree ("campaign_id","from_units");
--> statement-breakpoint
CREATE INDEX "campaigns_by_state" ON "campaigns" USING btree ("state","ends_at") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_live" ON "campaigns" USING btree ("id") WHERE archived_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "commission_entries_once" ON "commission_entries" USING btree ("order_id","kind");
--> statement-breakpoint
CREATE INDEX "commission_entries_by_leader" ON "commission_entries" USING btree ("leader_id","id");
--> statement-breakpoint
CREATE INDEX "commission_entries_by_group" ON "commission_entries" USING btree ("group_id");
--> statement-breakpoint
CREATE INDEX "group_events_by_campaign" ON "group_events" USING btree ("campaign_id","id");
--> statement-breakpoint
CREATE INDEX "group_events_by_group" ON "group_events" USING btree ("group_id","id");
--> statement-breakpoint
CREATE INDEX "group_events_by_participation" ON "group_events" USING btree ("participation_id","id");
--> statement-breakpoint
CREATE INDEX "group_pardons_by_member" ON "group_pardons" USING btree ("member_id","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "groups_code" ON "groups" USING btree ("code");
--> statement-breakpoint
CREATE UNIQUE INDEX "groups_pool" ON "groups" USING btree ("pool_of");
--> statement-breakpoint
CREATE UNIQUE INDEX "groups_leading" ON "groups" USING btree ("campaign_id","leader_id") WHERE pool_of is null and state in ('forming', 'reached', 'closing');
--> statement-breakpoint
CREATE INDEX "groups_by_campaign" ON "groups" USING btree ("campaign_id","id");
--> statement-breakpoint
CREATE INDEX "groups_by_leader" ON "groups" USING btree ("leader_id") WHERE leader_id is not null;
--> statement-breakpoint
CREATE INDEX "groups_to_close" ON "groups" USING btree ("expires_at") WHERE state in ('forming', 'reached');
--> statement-breakpoint
CREATE INDEX "groups_to_settle" ON "groups" USING btree ("state") WHERE state in ('closing', 'succeeded', 'failed', 'cancelled');
--> statement-breakpoint
CREATE UNIQUE INDEX "participations_order" ON "participations" USING btree ("order_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "participations_live" ON "participations" USING btree ("group_id","member_id") WHERE state in ('held', 'authorised', 'awaiting_payment', 'confirmed');
--> statement-breakpoint
CREATE INDEX "participations_by_group" ON "participations" USING btree ("group_id","seq");
--> statement-breakpoint
CREATE INDEX "participations_by_campaign" ON "participations" USING btree ("campaign_id","state");
--> statement-breakpoint
CREATE INDEX "participations_by_member" ON "participations" USING btree ("member_id","id");
--> statement-breakpoint
CREATE INDEX "participations_to_hold" ON "participations" USING btree ("hold_until") WHERE state = 'held';
--> statement-breakpoint
CREATE INDEX "participations_to_pay" ON "participations" USING btree ("pay_by") WHERE state = 'awaiting_payment';
--> statement-breakpoint
-- The time by which the deadlines of campaigns are decided, read after a lock is held. Tests replace
-- it in their own database.
CREATE FUNCTION shop_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	has_rows boolean := true;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		EXECUTE format('SELECT EXISTS (SELECT FROM %I)', TG_TABLE_NAME) INTO has_rows;
	END IF;
	IF NOT has_rows THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "group_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "group_events"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "supplier_orders_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "supplier_orders"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "campaign_receipts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "campaign_receipts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "commission_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "commission_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A group is decided once.
CREATE FUNCTION refuse_second_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'group % is decided', OLD.id;
END $$;
--> statement-breakpoint
CREATE TRIGGER "groups_decided_once" BEFORE UPDATE ON "groups" FOR EACH ROW
	WHEN (OLD.outcome IS NOT NULL AND (OLD.outcome, OLD.final_tier, OLD.units_final, OLD.members_final)
		IS DISTINCT FROM (NEW.outcome, NEW.final_tier, NEW.units_final, NEW.members_final))
	EXECUTE FUNCTION refuse_second_decision();
--> statement-breakpoint
-- Nodes that keep groups in memory or have pages open listen here; the payload is the group's code.
CREATE FUNCTION notify_group_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('group_changed', NEW.code);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "groups_changed" AFTER INSERT OR UPDATE ON "groups"
	FOR EACH ROW EXECUTE FUNCTION notify_group_changed();
--> statement-breakpoint
CREATE FUNCTION notify_campaigns_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('campaigns_changed', '');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "campaigns_changed" AFTER INSERT OR UPDATE OR DELETE ON "campaigns"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_campaigns_changed();
--> statement-breakpoint
CREATE TRIGGER "campaign_extensions_changed" AFTER INSERT ON "campaign_extensions"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_campaigns_changed();
--> statement-breakpoint
-- step: transaction
-- Last, so that orders wait for nothing but this, and the strongest lock first: a lock that is
-- strengthened later deadlocks with SELECT ... FOR UPDATE of an order.
ALTER TABLE "orders" ADD COLUMN "is_payable" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "charge_kind" text DEFAULT 'charge' NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_charge_kind" CHECK ("orders"."charge_kind" in ('charge', 'authorise')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- step: alone
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_charge_kind";
