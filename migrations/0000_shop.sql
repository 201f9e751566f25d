CREATE TABLE "admin_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "administrators" (
	"uid" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
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
CREATE TABLE "products" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "products_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
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
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0 and "products"."origin_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "coupons_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"code" text NOT NULL,
	"percent" integer NOT NULL,
	"due_date" bigint NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"is_enabled" boolean NOT NULL,
	"extra" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "coupons_percent" CHECK ("coupons"."percent" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
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
	CONSTRAINT "mail_outbox_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "action_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"uid" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "action_codes_purpose" CHECK ("action_codes"."purpose" in ('PASSWORD_RESET', 'VERIFY_EMAIL'))
);
--> statement-breakpoint
CREATE TABLE "members" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
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
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
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
	"coupon" jsonb,
	CONSTRAINT "order_lines_order_id_id_pk" PRIMARY KEY("order_id","id"),
	CONSTRAINT "order_lines_qty" CHECK ("order_lines"."qty" between 1 and 9999),
	CONSTRAINT "order_lines_total" CHECK ("order_lines"."total" >= 0 and "order_lines"."final_total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"num" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_num_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text NOT NULL,
	"state" text DEFAULT 'unpaid' NOT NULL,
	"total" bigint NOT NULL,
	"message" text NOT NULL,
	"user_name" text NOT NULL,
	"user_email" text NOT NULL,
	"user_tel" text NOT NULL,
	"user_address" text NOT NULL,
	"user_extra" jsonb NOT NULL,
	"extra" jsonb NOT NULL,
	"payment_method" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "orders_owner" CHECK ("orders"."owner" ~ '^[mga]:.'),
	CONSTRAINT "orders_total" CHECK ("orders"."total" >= 0),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('unpaid', 'paid')),
	CONSTRAINT "orders_paid_at" CHECK (("orders"."state" = 'paid') = ("orders"."paid_at" is not null))
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
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('succeeded', 'failed', 'voided'))
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_owner_carts_owner_fk" FOREIGN KEY ("owner") REFERENCES "public"."carts"("owner") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_codes" ADD CONSTRAINT "action_codes_uid_members_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."members"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_uid_members_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."members"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_sessions_by_administrator" ON "admin_sessions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "admin_sessions_by_expiry" ON "admin_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "administrators_username" ON "administrators" USING btree (lower(username));--> statement-breakpoint
CREATE INDEX "carts_by_update" ON "carts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "products_on_sale" ON "products" USING btree ("id") WHERE is_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_on_sale_by_category" ON "products" USING btree ("category","id") WHERE is_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_by_title" ON "products" USING btree ("title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_by_origin_price" ON "products" USING btree ("origin_price","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_by_enabled" ON "products" USING btree ("is_enabled","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_live" ON "products" USING btree ("id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree (lower(code)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupons_live" ON "coupons" USING btree ("id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupons_by_title" ON "coupons" USING btree ("title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupons_by_code" ON "coupons" USING btree ("code","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupons_by_percent" ON "coupons" USING btree ("percent","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupons_by_due" ON "coupons" USING btree ("due_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupons_by_enabled" ON "coupons" USING btree ("is_enabled","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "rate_limits_by_reset" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_attempt_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mail_outbox_by_recipient" ON "mail_outbox" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "action_codes_by_member" ON "action_codes" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "refresh_tokens_by_member" ON "refresh_tokens" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_events_by_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_by_owner" ON "orders" USING btree ("owner","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_live" ON "orders" USING btree ("id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("total","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_name" ON "orders" USING btree ("user_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_message" ON "orders" USING btree (left(message, 100),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_that_counts" ON "payments" USING btree ("order_id") WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id");