-- The schema of release 1.0.0, and after it one file a change.
-- Functions that columns and indexes call.
CREATE FUNCTION fold_text(words text)
RETURNS text
LANGUAGE sql
IMMUTABLE PARALLEL SAFE STRICT
RETURN lower((regexp_replace(NORMALIZE(words, NFKC), '\s+'::text, ''::text, 'g'::text) COLLATE "C"));
--> statement-breakpoint
CREATE FUNCTION fold_email(email text)
RETURNS text
LANGUAGE sql
IMMUTABLE PARALLEL SAFE STRICT
RETURN fold_text(email);
--> statement-breakpoint
CREATE FUNCTION shop_now()
RETURNS timestamp with time zone
LANGUAGE sql
AS $$ SELECT clock_timestamp() $$;
--> statement-breakpoint
CREATE SEQUENCE order_numbers AS bigint;
--> statement-breakpoint
CREATE FUNCTION next_order_number(at timestamp with time zone)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  of_day date := (at AT TIME ZONE 'Asia/Taipei')::date;
  of_base bigint;
BEGIN
  LOOP
    SELECT "base" INTO of_base FROM "order_days" WHERE "day" = of_day;
    EXIT WHEN FOUND;
    INSERT INTO "order_days" ("day", "base") VALUES (of_day, nextval('order_numbers'))
      ON CONFLICT ("day") DO NOTHING;
  END LOOP;
  RETURN to_char(of_day, 'YYMMDD') || '-' || (nextval('order_numbers') - of_base);
END $$;
--> statement-breakpoint
-- Tables.
CREATE TABLE "action_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"uid" text NOT NULL,
	"email" text NOT NULL,
	"new_email" text,
	"session_version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "action_codes_purpose" CHECK ("action_codes"."purpose" in ('PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL')),
	CONSTRAINT "action_codes_new_email" CHECK (("action_codes"."purpose" = 'VERIFY_AND_CHANGE_EMAIL') = ("action_codes"."new_email" is not null))
);
--> statement-breakpoint
CREATE TABLE "admin_recovery_codes" (
	"uid" text NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "admin_recovery_codes_uid_code_hash_pk" PRIMARY KEY("uid","code_hash")
);
--> statement-breakpoint
CREATE TABLE "admin_reset_codes" (
	"uid" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"password_digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_reset_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"id" text DEFAULT gen_random_uuid() NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "administrator_networks" (
	"uid" text NOT NULL,
	"network_hash" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "administrator_networks_uid_network_hash_pk" PRIMARY KEY("uid","network_hash")
);
--> statement-breakpoint
CREATE TABLE "administrators" (
	"uid" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'owner' NOT NULL,
	"totp_secret" "bytea",
	"totp_pending" "bytea",
	"totp_last_step" bigint,
	CONSTRAINT "administrators_role" CHECK ("administrators"."role" in ('owner', 'manager', 'packer', 'accountant', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "articles_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"author" text NOT NULL,
	"description" text NOT NULL,
	"content" text NOT NULL,
	"image" text NOT NULL,
	"tags" text[] NOT NULL,
	"is_public" boolean NOT NULL,
	"create_at" double precision NOT NULL,
	"dated" timestamp with time zone NOT NULL,
	"extra" jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	"deletion" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"role" text,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text,
	"subject_title" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"request_id" text,
	"network" text,
	"device" text,
	"run_id" text
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"entries" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "book_entries_kind" CHECK ("book_entries"."kind" in ('captured', 'withdrawn', 'refunded')),
	CONSTRAINT "book_entries_amount" CHECK ("book_entries"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "book_findings" (
	"kind" text NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_findings_kind_subject_id_pk" PRIMARY KEY("kind","subject_id")
);
--> statement-breakpoint
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
CREATE TABLE "cart_lines" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "cart_lines_product" UNIQUE("owner","product_id"),
	CONSTRAINT "cart_lines_qty" CHECK ("cart_lines"."qty" between 1 and 9999)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"owner" text PRIMARY KEY NOT NULL,
	"coupon_id" text COLLATE "C",
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carts_owner" CHECK ("carts"."owner" ~ '^[mg]:.')
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
CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer NOT NULL,
	"member_id" text,
	"order_id" text COLLATE "C",
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_order" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"order_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"coupon_id" text COLLATE "C" NOT NULL,
	"owner" text NOT NULL,
	"discount" bigint NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"returned_at" timestamp with time zone,
	CONSTRAINT "coupon_uses_discount" CHECK ("coupon_uses"."discount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "coupons_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"code" text NOT NULL,
	"percent" integer NOT NULL,
	"due_date" double precision NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"is_enabled" boolean NOT NULL,
	"extra" jsonb NOT NULL,
	"max_uses" integer,
	"max_uses_per_member" integer,
	"min_total" bigint,
	"is_first_order_only" boolean DEFAULT false NOT NULL,
	"valid_from" double precision,
	"valid_from_at" timestamp with time zone,
	"categories" text[],
	"product_ids" text[],
	"allows_group" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	"deletion" text COLLATE "C",
	CONSTRAINT "coupons_percent" CHECK ("coupons"."percent" between 1 and 100),
	CONSTRAINT "coupons_max_uses" CHECK ("coupons"."max_uses" between 1 and 1000000),
	CONSTRAINT "coupons_max_uses_per_member" CHECK ("coupons"."max_uses_per_member" between 1 and 1000000),
	CONSTRAINT "coupons_min_total" CHECK ("coupons"."min_total" > 0)
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"customer" bigint NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_tags" (
	"customer" bigint NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "customer_tags_customer_tag_pk" PRIMARY KEY("customer","tag")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"num" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text COLLATE "C" NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"email_key" text GENERATED ALWAYS AS (fold_email(email)) STORED,
	"tel" text DEFAULT '' NOT NULL,
	"search_terms" "tsvector",
	CONSTRAINT "customers_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "data_check" (
	"is_last" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"findings" jsonb NOT NULL,
	CONSTRAINT "data_check_one_row" CHECK ("data_check"."is_last")
);
--> statement-breakpoint
CREATE TABLE "erasure_keys" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" "bytea" NOT NULL,
	CONSTRAINT "erasure_keys_one" CHECK ("erasure_keys"."is_only")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_callbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_callbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"body" "bytea" NOT NULL,
	"body_hash" text,
	"digest" text,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"reason" text,
	CONSTRAINT "gateway_callbacks_outcome" CHECK ("gateway_callbacks"."outcome" in ('applied', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "gateway_pace" (
	"provider" text PRIMARY KEY NOT NULL,
	"paused_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"next_query_at" timestamp with time zone DEFAULT '-infinity' NOT NULL
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
CREATE TABLE "idempotency_keys" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "import_lines" (
	"run_id" text COLLATE "C" NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text,
	"subject_id" text COLLATE "C",
	"title" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"plan" jsonb,
	CONSTRAINT "import_lines_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
CREATE TABLE "list_columns" (
	"uid" text NOT NULL,
	"list" text NOT NULL,
	"columns" text[] NOT NULL,
	CONSTRAINT "list_columns_uid_list_pk" PRIMARY KEY("uid","list")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"columns" text[],
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"message_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"order_id" text COLLATE "C",
	"kind" text,
	"given_up_at" timestamp with time zone,
	"run_id" text COLLATE "C",
	"waiting_priority" integer,
	"withheld" text,
	"network" text,
	CONSTRAINT "mail_outbox_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "mail_outbox_withheld" CHECK ("mail_outbox"."withheld" in ('receiver', 'network', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "mail_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_mailboxes" (
	"uid" text NOT NULL,
	"mailbox" text NOT NULL,
	CONSTRAINT "member_mailboxes_uid_mailbox_pk" PRIMARY KEY("uid","mailbox")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"display_name" text,
	"photo_url" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"session_version" integer DEFAULT 0 NOT NULL,
	"valid_since" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"word" text NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "missed_searches_day_word_pk" PRIMARY KEY("day","word")
);
--> statement-breakpoint
CREATE TABLE "order_adjustments" (
	"order_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"amount_hundredths" bigint NOT NULL,
	CONSTRAINT "order_adjustments_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_adjustments_kind" CHECK ("order_adjustments"."kind" in ('coupon', 'fee', 'tier'))
);
--> statement-breakpoint
CREATE TABLE "order_days" (
	"day" date PRIMARY KEY NOT NULL,
	"base" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"detail" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	"total" bigint NOT NULL,
	"final_total" numeric(20, 2) NOT NULL,
	"product" jsonb NOT NULL,
	"title" text GENERATED ALWAYS AS (product ->> 'title') STORED,
	"unit" text GENERATED ALWAYS AS (product ->> 'unit') STORED,
	"unit_price" bigint GENERATED ALWAYS AS ((product ->> 'price')::bigint) STORED,
	"coupon" jsonb,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "order_lines_order_id_id_pk" PRIMARY KEY("order_id","id"),
	CONSTRAINT "order_lines_qty" CHECK ("order_lines"."qty" between 1 and 9999),
	CONSTRAINT "order_lines_total" CHECK ("order_lines"."total" >= 0 and "order_lines"."final_total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text NOT NULL,
	"customer_key" text COLLATE "C",
	"state" text DEFAULT 'placed' NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"payment_state" text DEFAULT 'unpaid' NOT NULL,
	"total" bigint NOT NULL,
	"message" text NOT NULL,
	"contact_name" text NOT NULL,
	"number" text DEFAULT next_order_number(now()) NOT NULL,
	"user_email" text NOT NULL,
	"user_tel" text NOT NULL,
	"user_address" text NOT NULL,
	"user_extra" jsonb NOT NULL,
	"extra" jsonb NOT NULL,
	"group_id" text COLLATE "C",
	"payment_method" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"cancel_reason" text,
	"expires_at" timestamp with time zone,
	"is_payable" boolean DEFAULT true NOT NULL,
	"charge_kind" text DEFAULT 'charge' NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	"deletion" text COLLATE "C",
	"printed_at" timestamp with time zone,
	"holders" text[],
	"search_terms" "tsvector",
	CONSTRAINT "orders_owner" CHECK ("orders"."owner" ~ '^[mga]:.'),
	CONSTRAINT "orders_total" CHECK ("orders"."total" >= 0),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('placed', 'paid', 'preparing', 'shipped', 'delivered', 'completed', 'cancelled', 'returned')),
	CONSTRAINT "orders_payment_state" CHECK ("orders"."payment_state" in ('unpaid', 'paid')),
	CONSTRAINT "orders_charge_kind" CHECK ("orders"."charge_kind" in ('charge', 'authorise')),
	CONSTRAINT "orders_placed_unpaid" CHECK ("orders"."state" <> 'placed' or "orders"."payment_state" = 'unpaid'),
	CONSTRAINT "orders_paid_at" CHECK (("orders"."payment_state" = 'paid') = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "outgoing_hold" (
	"is_held" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"backup_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outgoing_hold_one_row" CHECK ("outgoing_hold"."is_held")
);
--> statement-breakpoint
CREATE TABLE "parcel_lines" (
	"parcel_id" text COLLATE "C" NOT NULL,
	"line_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "parcel_lines_parcel_id_line_id_pk" PRIMARY KEY("parcel_id","line_id"),
	CONSTRAINT "parcel_lines_qty" CHECK ("parcel_lines"."qty" between 1 and 9999)
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text NOT NULL,
	"shipped_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "parcels_carrier" CHECK ("parcels"."carrier" in ('tcat', 'hct', 'post', 'seven_eleven', 'family', 'own', 'other'))
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
CREATE TABLE "payments" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"trade_no" text,
	"counts" boolean DEFAULT true NOT NULL,
	"gateway_trade_no" text,
	"authorisation" text,
	"captured_amount" bigint,
	"task" text,
	"task_since" timestamp with time zone,
	"charged_amount" bigint,
	"message" text,
	"number" jsonb,
	"due_at" timestamp with time zone,
	CONSTRAINT "payments_trade_no" UNIQUE("trade_no"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'pending', 'authorised', 'succeeded', 'failed', 'expired', 'voided')),
	CONSTRAINT "payments_task" CHECK ("payments"."task" in ('capture', 'capture_failed', 'void', 'void_failed'))
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"in_force_from" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_sales" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"units" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "products_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"content_json" jsonb,
	"description" text NOT NULL,
	"image_url" text NOT NULL,
	"images_url" jsonb NOT NULL,
	"is_enabled" boolean NOT NULL,
	"origin_price" integer NOT NULL,
	"price" integer NOT NULL,
	"unit" text NOT NULL,
	"extra" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	"deletion" text COLLATE "C",
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_terms" "tsvector",
	"text_terms" "tsvector",
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0 and "products"."origin_price" >= 0)
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limit_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"session_version" integer NOT NULL,
	"auth_time" timestamp with time zone NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_accounts" (
	"order_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"bank_code" text NOT NULL,
	"account" text NOT NULL,
	"holder" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"payment_id" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"remitted_on" date,
	"account_last5" text,
	"last_error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"is_of_capture" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('queued', 'sent', 'done', 'failed', 'manual', 'dropped')),
	CONSTRAINT "refunds_done_at" CHECK (("refunds"."state" = 'done') = ("refunds"."done_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "resolved_differences" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text COLLATE "C",
	"attempt_id" text COLLATE "C",
	"product_id" text COLLATE "C",
	"trade_no" text,
	"ours" bigint,
	"theirs" bigint,
	"since" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"resolved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restock_requests" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"email" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "run_entries" (
	"run_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"subject_id" text COLLATE "C",
	"title" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"input" jsonb,
	"undo" jsonb,
	CONSTRAINT "run_entries_run_id_position_pk" PRIMARY KEY("run_id","position"),
	CONSTRAINT "run_entries_state" CHECK ("run_entries"."state" in ('waiting', 'done', 'failed', 'undone', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "run_file_parts" (
	"run_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "run_file_parts_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "run_files" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"started_by" text NOT NULL,
	"starter_name" text NOT NULL,
	"starter" jsonb NOT NULL,
	"undone_by" jsonb,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"undo_until" timestamp with time zone,
	CONSTRAINT "runs_state" CHECK ("runs"."state" in ('checking', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"group" text PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_formats" (
	"header_hash" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"settlement_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"trade_no" text NOT NULL,
	"order_id" text COLLATE "C",
	"amount" bigint NOT NULL,
	"ours" bigint,
	"fee" bigint,
	"day" date,
	"result" text NOT NULL,
	CONSTRAINT "settlement_lines_settlement_id_position_pk" PRIMARY KEY("settlement_id","position"),
	CONSTRAINT "settlement_lines_result" CHECK ("settlement_lines"."result" in ('matched', 'amount_differs', 'unknown', 'duplicate', 'missing'))
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"file_hash" text NOT NULL,
	"file_name" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_day" date,
	"last_day" date,
	CONSTRAINT "settlements_file" UNIQUE("file_hash")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"invited_by" text,
	CONSTRAINT "staff_invitations_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('owner', 'manager', 'packer', 'accountant', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"on_hand" integer NOT NULL,
	"held" integer NOT NULL,
	CONSTRAINT "stock_held" CHECK (0 <= "stock"."held" and "stock"."held" <= "stock"."on_hand")
);
--> statement-breakpoint
CREATE TABLE "stock_holds" (
	"order_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "stock_holds_order_id_product_id_pk" PRIMARY KEY("order_id","product_id"),
	CONSTRAINT "stock_holds_qty" CHECK ("stock_holds"."qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"on_hand_change" integer NOT NULL,
	"held_change" integer NOT NULL,
	"on_hand" integer NOT NULL,
	"held" integer NOT NULL,
	"actor" text NOT NULL,
	"actor_name" text,
	"note" text,
	"order_id" text COLLATE "C"
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
ALTER TABLE "products" ALTER COLUMN "text_terms" SET STATISTICS 0;
--> statement-breakpoint
-- Foreign keys.
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_reset_codes" ADD CONSTRAINT "admin_reset_codes_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "administrator_networks" ADD CONSTRAINT "administrator_networks_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;
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
ALTER TABLE "campaign_tiers" ADD CONSTRAINT "campaign_tiers_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_owner_carts_owner_fk" FOREIGN KEY ("owner") REFERENCES "public"."carts"("owner") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_customer_customers_num_fk" FOREIGN KEY ("customer") REFERENCES "public"."customers"("num") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_tags" ADD CONSTRAINT "customer_tags_customer_customers_num_fk" FOREIGN KEY ("customer") REFERENCES "public"."customers"("num") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "run_file_parts" ADD CONSTRAINT "run_file_parts_run_id_run_files_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run_files"("run_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "run_files" ADD CONSTRAINT "run_files_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "action_codes" ADD CONSTRAINT "action_codes_uid_members_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."members"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_uid_members_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."members"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_adjustments" ADD CONSTRAINT "order_adjustments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_events" ADD CONSTRAINT "group_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_events" ADD CONSTRAINT "group_events_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_events" ADD CONSTRAINT "group_events_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refund_accounts" ADD CONSTRAINT "refund_accounts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_version_policy_versions_version_fk" FOREIGN KEY ("version") REFERENCES "public"."policy_versions"("version") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "run_entries" ADD CONSTRAINT "run_entries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_receipts" ADD CONSTRAINT "campaign_receipts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "supplier_orders" ADD CONSTRAINT "supplier_orders_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "restock_requests" ADD CONSTRAINT "restock_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Indexes.
CREATE INDEX "admin_reset_codes_by_expiry" ON "admin_reset_codes" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "admin_sessions_by_administrator" ON "admin_sessions" USING btree ("uid");
--> statement-breakpoint
CREATE INDEX "admin_sessions_by_expiry" ON "admin_sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "administrators_username" ON "administrators" USING btree (lower(username));
--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_name" ON "list_views" USING btree ("uid","list","name");
--> statement-breakpoint
CREATE INDEX "list_views_by_list" ON "list_views" USING btree ("list","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_email" ON "staff_invitations" USING btree (lower(email));
--> statement-breakpoint
CREATE INDEX "staff_invitations_by_expiry" ON "staff_invitations" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "articles_live" ON "articles" USING btree ("dated","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_public" ON "articles" USING btree ("dated","id") WHERE is_public and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_archived" ON "articles" USING btree ("deleted_at","id") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_by_run" ON "audit_entries" USING btree ("run_id","id") WHERE run_id is not null;
--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject_kind","subject_id","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("action","id");
--> statement-breakpoint
CREATE INDEX "audit_entries_by_actor" ON "audit_entries" USING btree ("actor_id","id");
--> statement-breakpoint
CREATE INDEX "book_entries_by_time" ON "book_entries" USING btree ("at","kind","amount");
--> statement-breakpoint
CREATE INDEX "book_entries_by_order" ON "book_entries" USING btree ("order_id","kind","amount");
--> statement-breakpoint
CREATE INDEX "campaign_products_by_product" ON "campaign_products" USING btree ("product_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_tiers_from_units" ON "campaign_tiers" USING btree ("campaign_id","from_units");
--> statement-breakpoint
CREATE INDEX "campaigns_by_state" ON "campaigns" USING btree ("state","ends_at") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "campaigns_live" ON "campaigns" USING btree ("id") WHERE archived_at is null;
--> statement-breakpoint
CREATE INDEX "carts_by_update" ON "carts" USING btree ("updated_at");
--> statement-breakpoint
CREATE INDEX "product_sales_by_units" ON "product_sales" USING btree ("units","product_id");
--> statement-breakpoint
CREATE INDEX "products_by_terms" ON "products" USING gin ("search_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE INDEX "products_without_terms" ON "products" USING btree ("id") WHERE search_terms is null;
--> statement-breakpoint
CREATE INDEX "products_by_text" ON "products" USING gin ("text_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE INDEX "products_published" ON "products" USING btree ("id") WHERE is_enabled and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_published_by_category" ON "products" USING btree ("category","id") WHERE is_enabled and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_by_title" ON "products" USING btree ("title","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_by_origin_price" ON "products" USING btree ("origin_price","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_by_enabled" ON "products" USING btree ("is_enabled","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_archived" ON "products" USING btree ("deleted_at","id") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "products_live" ON "products" USING btree ("id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "coupon_uses_by_time" ON "coupon_uses" USING btree ("used_at") WHERE returned_at is null;
--> statement-breakpoint
CREATE INDEX "coupon_uses_by_coupon" ON "coupon_uses" USING btree ("coupon_id","order_id");
--> statement-breakpoint
CREATE INDEX "coupon_uses_counting" ON "coupon_uses" USING btree ("coupon_id","owner") WHERE returned_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree (lower(code)) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "coupons_archived" ON "coupons" USING btree ("deleted_at","id") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "coupons_live" ON "coupons" USING btree ("id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "coupons_by_title" ON "coupons" USING btree ("title","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "coupons_by_code" ON "coupons" USING btree ("code","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "coupons_by_percent" ON "coupons" USING btree ("percent","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "coupons_by_due" ON "coupons" USING btree ("due_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "coupons_by_enabled" ON "coupons" USING btree ("is_enabled","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "customer_notes_by_customer" ON "customer_notes" USING btree ("customer","id");
--> statement-breakpoint
CREATE INDEX "customer_tags_by_tag" ON "customer_tags" USING btree ("tag","customer");
--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree (email_key collate "C");
--> statement-breakpoint
CREATE INDEX "customers_by_terms" ON "customers" USING gin ("search_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE INDEX "customers_without_terms" ON "customers" USING btree ("num") WHERE search_terms is null;
--> statement-breakpoint
CREATE INDEX "import_lines_by_outcome" ON "import_lines" USING btree ("run_id","outcome","line");
--> statement-breakpoint
CREATE INDEX "run_files_by_end" ON "run_files" USING btree ("expires_at");
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
CREATE INDEX "rate_limit_counts_by_expire" ON "rate_limit_counts" USING btree ("expire");
--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting" ON "mail_outbox" USING btree ("waiting_priority" DESC NULLS LAST,"id") WHERE waiting_priority is not null;
--> statement-breakpoint
CREATE INDEX "mail_outbox_withheld_at" ON "mail_outbox" USING btree ("created_at") WHERE withheld is not null;
--> statement-breakpoint
CREATE INDEX "mail_outbox_by_run" ON "mail_outbox" USING btree ("run_id") WHERE run_id is not null;
--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_attempt_at") WHERE sent_at is null and given_up_at is null;
--> statement-breakpoint
CREATE INDEX "mail_outbox_by_recipient" ON "mail_outbox" USING btree ("recipient","created_at");
--> statement-breakpoint
CREATE INDEX "mail_outbox_by_order" ON "mail_outbox" USING btree ("order_id","id") WHERE order_id is not null;
--> statement-breakpoint
CREATE INDEX "mail_requests_by_age" ON "mail_requests" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "action_codes_by_member" ON "action_codes" USING btree ("uid");
--> statement-breakpoint
CREATE INDEX "member_mailboxes_by_mailbox" ON "member_mailboxes" USING btree ("mailbox");
--> statement-breakpoint
CREATE UNIQUE INDEX "members_email_key" ON "members" USING btree ("email_key");
--> statement-breakpoint
CREATE INDEX "refresh_tokens_by_member" ON "refresh_tokens" USING btree ("uid");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "order_events_by_order" ON "order_events" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "order_lines_by_product" ON "order_lines" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX "order_lines_sold" ON "order_lines" USING btree ("order_id","product_id","qty","total");
--> statement-breakpoint
CREATE INDEX "orders_by_terms" ON "orders" USING gin ("search_terms") WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE INDEX "orders_without_terms" ON "orders" USING btree ("id") WHERE search_terms is null;
--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_by_group" ON "orders" USING btree ("group_id","id") WHERE group_id is not null;
--> statement-breakpoint
CREATE INDEX "orders_unpaid_by_holder" ON "orders" USING gin ("holders") WITH (fastupdate=false) WHERE state = 'placed' and holders is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");
--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("customer_key","id","created_at","state");
--> statement-breakpoint
CREATE INDEX "orders_by_owner" ON "orders" USING btree ("owner","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_archived_by_owner" ON "orders" USING btree ("owner") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "orders_live" ON "orders" USING btree ("id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("total","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_by_payment_state" ON "orders" USING btree ("payment_state","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_archived" ON "orders" USING btree ("deleted_at","id") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "orders_sold_at" ON "orders" USING btree ("created_at","id") WHERE state <> 'cancelled';
--> statement-breakpoint
CREATE INDEX "orders_by_deletion" ON "orders" USING btree ("deletion") WHERE deletion is not null;
--> statement-breakpoint
CREATE INDEX "orders_by_name" ON "orders" USING btree ("contact_name","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "orders_ended_with_money" ON "orders" USING btree ("id") WHERE payment_state = 'paid' and (state = 'cancelled' or deleted_at is not null and state in ('paid', 'preparing'));
--> statement-breakpoint
CREATE INDEX "orders_ended" ON "orders" USING btree ("state_since") WHERE state in ('completed', 'cancelled', 'returned') and contact_name <> '已去識別化';
--> statement-breakpoint
CREATE INDEX "orders_in_hand" ON "orders" USING btree ("id") WHERE state in ('paid', 'preparing');
--> statement-breakpoint
CREATE INDEX "orders_by_message" ON "orders" USING btree (left(message, 100),"id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "parcels_by_order" ON "parcels" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "parcels_by_tracking_number" ON "parcels" USING btree ("tracking_number") WHERE tracking_number <> '';
--> statement-breakpoint
CREATE INDEX "group_events_by_campaign" ON "group_events" USING btree ("campaign_id","id");
--> statement-breakpoint
CREATE INDEX "group_events_by_group" ON "group_events" USING btree ("group_id","id");
--> statement-breakpoint
CREATE INDEX "group_events_by_participation" ON "group_events" USING btree ("participation_id","id");
--> statement-breakpoint
CREATE INDEX "group_pardons_by_member" ON "group_pardons" USING btree ("member_id","at");
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
CREATE INDEX "gateway_callbacks_by_age" ON "gateway_callbacks" USING btree ("received_at");
--> statement-breakpoint
CREATE INDEX "gateway_callbacks_with_body" ON "gateway_callbacks" USING btree ("received_at") WHERE body <> '';
--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_callbacks_by_digest" ON "gateway_callbacks" USING btree ("kind","digest");
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_that_counts" ON "payments" USING btree ("order_id") WHERE status in ('authorised', 'succeeded') and counts;
--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "payments_that_do_not_count" ON "payments" USING btree ("order_id") WHERE status in ('authorised', 'succeeded') and not counts;
--> statement-breakpoint
CREATE INDEX "payments_by_task" ON "payments" USING btree ("task","task_since") WHERE task is not null;
--> statement-breakpoint
CREATE INDEX "payments_undecided" ON "payments" USING btree ("order_id") WHERE status in ('created', 'pending');
--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "consents_by_member" ON "consents" USING btree ("member_id","id");
--> statement-breakpoint
CREATE INDEX "resolved_differences_by_time" ON "resolved_differences" USING btree ("resolved_at");
--> statement-breakpoint
CREATE INDEX "settlement_lines_by_trade" ON "settlement_lines" USING btree ("trade_no");
--> statement-breakpoint
CREATE INDEX "settlement_lines_by_result" ON "settlement_lines" USING btree ("settlement_id","result","position");
--> statement-breakpoint
CREATE INDEX "settlements_by_time" ON "settlements" USING btree ("imported_at");
--> statement-breakpoint
CREATE INDEX "run_entries_by_state" ON "run_entries" USING btree ("run_id","state","position");
--> statement-breakpoint
CREATE INDEX "runs_by_starter" ON "runs" USING btree ("started_by","id");
--> statement-breakpoint
CREATE INDEX "runs_by_age" ON "runs" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("worked_at") WHERE state in ('checking', 'queued', 'running', 'undoing');
--> statement-breakpoint
CREATE INDEX "campaign_receipts_by_campaign" ON "campaign_receipts" USING btree ("campaign_id","product_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "commission_entries_earned_once" ON "commission_entries" USING btree ("order_id") WHERE "commission_entries"."kind" = 'earned';
--> statement-breakpoint
CREATE INDEX "commission_entries_by_order" ON "commission_entries" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "commission_entries_by_leader" ON "commission_entries" USING btree ("leader_id","id");
--> statement-breakpoint
CREATE INDEX "commission_entries_by_group" ON "commission_entries" USING btree ("group_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "restock_requests_open" ON "restock_requests" USING btree ("product_id","email") WHERE email is not null;
--> statement-breakpoint
CREATE INDEX "restock_requests_by_email" ON "restock_requests" USING btree ("email") WHERE email is not null;
--> statement-breakpoint
CREATE INDEX "restock_requests_by_age" ON "restock_requests" USING btree ("requested_at");
--> statement-breakpoint
CREATE INDEX "stock_by_available" ON "stock" USING btree ((on_hand - held),"product_id");
--> statement-breakpoint
CREATE INDEX "stock_holds_by_product" ON "stock_holds" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX "stock_movements_by_product" ON "stock_movements" USING btree ("product_id","id");
--> statement-breakpoint
-- Functions of triggers.
CREATE FUNCTION audit_retention_start()
RETURNS timestamp with time zone
LANGUAGE sql
STABLE
AS $$
	SELECT (date_trunc('month', now() AT TIME ZONE 'Asia/Taipei') - interval '5 years') AT TIME ZONE 'Asia/Taipei'
$$;
--> statement-breakpoint
CREATE FUNCTION keep_refunds_within_payment()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
	captured bigint;
	others bigint;
BEGIN
	IF NEW.state = 'dropped' THEN RETURN NEW; END IF;
	SELECT coalesce(captured_amount, amount) INTO captured FROM payments
		WHERE id = NEW.payment_id FOR UPDATE;
	SELECT coalesce(sum(amount), 0) INTO others FROM refunds
		WHERE payment_id = NEW.payment_id AND state NOT IN ('failed', 'dropped') AND id <> NEW.id;
	IF others + NEW.amount > captured THEN
		RAISE EXCEPTION 'refunds of more than the payment %', NEW.payment_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_campaigns_changed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	PERFORM pg_notify('campaigns_changed', '');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_catalog_changed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION notify_group_changed()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	PERFORM pg_notify('group_changed', NEW.code);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
	has_rows boolean := true;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		EXECUTE format('SELECT EXISTS (SELECT FROM %I)', TG_TABLE_NAME) INTO has_rows;
	END IF;
	IF NOT has_rows THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change_but_erasure()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('minmin.erasing', true) = '1'
		AND to_jsonb(NEW) -> TG_ARGV[0] IN ('{}', '""')
		AND to_jsonb(NEW) - TG_ARGV[0] = to_jsonb(OLD) - TG_ARGV[0]
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_order_deletion()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	IF EXISTS (SELECT FROM "order_lines" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "payments" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "refunds" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "order_events" WHERE "order_id" = OLD."id")
	THEN
		RAISE EXCEPTION 'the books keep order %', OLD."id" USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_orders_truncation()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	IF EXISTS (SELECT FROM "order_lines") OR EXISTS (SELECT FROM "payments") OR EXISTS (SELECT FROM "order_events") THEN
		RAISE EXCEPTION 'the books keep the orders' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_second_decision()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	RAISE EXCEPTION 'group % is decided', OLD.id;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_young_audit_deletion()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	IF OLD.at >= audit_retention_start() THEN
		RAISE EXCEPTION 'audit entries are never changed';
	END IF;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE FUNCTION stock_level(available integer)
RETURNS text
LANGUAGE sql
IMMUTABLE PARALLEL SAFE
AS $$
	SELECT CASE WHEN available <= 0 THEN 'sold_out' WHEN available <= 10 THEN 'low' END
$$;
--> statement-breakpoint
-- Triggers.
CREATE TRIGGER articles_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON articles FOR EACH STATEMENT
	EXECUTE FUNCTION notify_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_retention BEFORE DELETE ON audit_entries FOR EACH ROW
	EXECUTE FUNCTION refuse_young_audit_deletion();
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER campaign_extensions_changed AFTER INSERT ON campaign_extensions FOR EACH STATEMENT
	EXECUTE FUNCTION notify_campaigns_changed();
--> statement-breakpoint
CREATE TRIGGER campaign_receipts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON campaign_receipts FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER campaigns_changed AFTER INSERT OR DELETE OR UPDATE ON campaigns FOR EACH STATEMENT
	EXECUTE FUNCTION notify_campaigns_changed();
--> statement-breakpoint
CREATE TRIGGER commission_entries_append_only BEFORE DELETE OR TRUNCATE ON commission_entries FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER commission_entries_erased_only BEFORE UPDATE ON commission_entries FOR EACH ROW
	EXECUTE FUNCTION refuse_change_but_erasure('note');
--> statement-breakpoint
CREATE TRIGGER group_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON group_events FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER groups_changed AFTER INSERT OR UPDATE ON groups FOR EACH ROW
	EXECUTE FUNCTION notify_group_changed();
--> statement-breakpoint
CREATE TRIGGER groups_decided_once BEFORE UPDATE ON groups FOR EACH ROW
	WHEN (((old.outcome IS NOT NULL) AND ((((old.outcome IS DISTINCT FROM new.outcome) OR (old.final_tier IS DISTINCT FROM new.final_tier)) OR (old.units_final IS DISTINCT FROM new.units_final)) OR (old.members_final IS DISTINCT FROM new.members_final))))
	EXECUTE FUNCTION refuse_second_decision();
--> statement-breakpoint
CREATE TRIGGER order_events_append_only BEFORE DELETE OR TRUNCATE ON order_events FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_events_erased_only BEFORE UPDATE ON order_events FOR EACH ROW
	EXECUTE FUNCTION refuse_change_but_erasure('detail');
--> statement-breakpoint
CREATE TRIGGER orders_kept BEFORE DELETE ON orders FOR EACH ROW
	EXECUTE FUNCTION refuse_order_deletion();
--> statement-breakpoint
CREATE TRIGGER orders_kept_whole BEFORE TRUNCATE ON orders FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_orders_truncation();
--> statement-breakpoint
CREATE TRIGGER policy_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON policy_versions FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER products_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON products FOR EACH STATEMENT
	EXECUTE FUNCTION notify_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER refunds_within_payment BEFORE INSERT OR UPDATE ON refunds FOR EACH ROW
	WHEN ((new.state <> 'failed'))
	EXECUTE FUNCTION keep_refunds_within_payment();
--> statement-breakpoint
CREATE TRIGGER stock_level_begun AFTER INSERT ON stock FOR EACH ROW
	WHEN ((stock_level((new.on_hand - new.held)) IS NOT NULL))
	EXECUTE FUNCTION notify_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER stock_level_crossed AFTER UPDATE ON stock FOR EACH ROW
	WHEN ((stock_level((old.on_hand - old.held)) IS DISTINCT FROM stock_level((new.on_hand - new.held))))
	EXECUTE FUNCTION notify_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER stock_level_ended AFTER DELETE ON stock FOR EACH ROW
	WHEN ((stock_level((old.on_hand - old.held)) IS NOT NULL))
	EXECUTE FUNCTION notify_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON stock_movements FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER supplier_orders_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON supplier_orders FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Rows that every shop begins with.
-- 244 random bits; a restore takes the key of its backup.
INSERT INTO erasure_keys (key)
  VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
--> statement-breakpoint
INSERT INTO policy_versions (version, text, in_force_from) VALUES (1,
'{商店名稱}（以下稱本店）依個人資料保護法告知您下列事項。
## 蒐集的目的
處理您的訂單與團購：聯絡您、寄送商品、收款與退款、會員管理、客戶服務，以及依法保存交易紀錄。我們不會以這些資料主動致電推銷。
## 蒐集的資料類別
您填寫的姓名、電子信箱、電話、地址與備註；會員帳號的電子信箱與顯示名稱；訂單的商品、金額、付款與配送狀態；退款時您提供的銀行帳戶；登入所需的連線資訊。
## 利用的期間
訂單的聯絡資料自訂單結束起保存 {保存年限} 年，之後去識別化；交易金額等帳務紀錄依法保存。會員資料保存到您刪除帳號為止，訪客購物車保存 180 天。
## 利用的地區
本店營業與配送的地區，以及提供主機、信件與金流服務的廠商所在地區。
## 利用的對象與方式
本店，以及完成收款、配送與寄信所必需的合作廠商；以電腦系統處理，不會出售或交換您的個人資料。
## 您的權利
您可以查詢、閱覽、取得複本、補充或更正您的個人資料，也可以請求停止蒐集、處理、利用或刪除。請以 {聯絡信箱} 或 {聯絡電話} 與我們聯絡；會員可以在會員中心下載自己的資料。
## 不提供資料的影響
您可以自由選擇是否提供資料；未提供訂單所需的資料時，我們無法完成該筆訂單。',
'2026-11-22T00:00:00+08:00');
