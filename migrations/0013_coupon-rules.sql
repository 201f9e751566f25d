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
CREATE TABLE "member_mailboxes" (
	"uid" text NOT NULL,
	"mailbox" text NOT NULL,
	CONSTRAINT "member_mailboxes_uid_mailbox_pk" PRIMARY KEY("uid","mailbox")
);
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "max_uses" integer;
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "max_uses_per_member" integer;
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "min_total" bigint;
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "is_first_order_only" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "valid_from" double precision;
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "valid_from_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "categories" text[];
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "product_ids" text[];
--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "allows_group" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "coupon_uses_by_coupon" ON "coupon_uses" USING btree ("coupon_id","order_id");
--> statement-breakpoint
CREATE INDEX "coupon_uses_counting" ON "coupon_uses" USING btree ("coupon_id","owner") WHERE returned_at is null;
--> statement-breakpoint
CREATE INDEX "member_mailboxes_by_mailbox" ON "member_mailboxes" USING btree ("mailbox");
--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_max_uses" CHECK ("coupons"."max_uses" between 1 and 1000000);
--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_max_uses_per_member" CHECK ("coupons"."max_uses_per_member" between 1 and 1000000);
--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_min_total" CHECK ("coupons"."min_total" > 0);
--> statement-breakpoint
CREATE FUNCTION remember_mailbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "member_mailboxes" ("uid", "mailbox")
	VALUES (NEW."uid", encode(sha256(convert_to(NEW."email_key", 'UTF8')), 'hex'))
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "members_mailbox" AFTER INSERT OR UPDATE OF "email_key" ON "members"
	FOR EACH ROW EXECUTE FUNCTION remember_mailbox();
--> statement-breakpoint
-- step: alone
INSERT INTO "member_mailboxes" ("uid", "mailbox")
SELECT "uid", encode(sha256(convert_to("email_key", 'UTF8')), 'hex') FROM "members"
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- step: alone
-- The orders of before have used their coupons, too.
INSERT INTO "coupon_uses" ("order_id", "coupon_id", "owner", "discount", "used_at")
SELECT "orders"."id", "used"."coupon_id", "orders"."owner", "used"."total" - "orders"."total", "orders"."created_at"
FROM (
	SELECT "order_id", max("coupon" ->> 'id') AS "coupon_id", sum("total")::bigint AS "total"
	FROM "order_lines" GROUP BY "order_id"
) AS "used"
JOIN "orders" ON "orders"."id" = "used"."order_id"
JOIN "coupons" ON "coupons"."id" = "used"."coupon_id"
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_archived_by_owner";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_archived_by_owner" ON "orders" USING btree ("owner") WHERE deleted_at is not null;
