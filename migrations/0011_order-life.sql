CREATE FUNCTION follow_payment_column() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A node of release 0.1.0 knows the payment alone and writes "state" without "order_state".
	IF NEW.state = 'paid' THEN
		IF OLD.order_state <> 'placed' THEN
			RAISE EXCEPTION 'an order that is % cannot be paid', OLD.order_state;
		END IF;
		NEW.order_state := 'paid';
		NEW.state_since := now();
	ELSIF OLD.order_state = 'paid' THEN
		NEW.order_state := 'placed';
		NEW.state_since := now();
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "order_state" text DEFAULT 'placed' NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "state_since" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_reason" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_at" timestamp with time zone;
--> statement-breakpoint
CREATE TRIGGER "orders_follow_payment" BEFORE UPDATE OF "state" ON "orders" FOR EACH ROW
	WHEN (OLD.state <> NEW.state AND OLD.order_state = NEW.order_state
		AND OLD.refunded_at IS NOT DISTINCT FROM NEW.refunded_at)
	EXECUTE FUNCTION follow_payment_column();
--> statement-breakpoint
-- step: transaction
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
CREATE TABLE "parcel_lines" (
	"parcel_id" text COLLATE "C" NOT NULL,
	"line_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "parcel_lines_parcel_id_line_id_pk" PRIMARY KEY("parcel_id","line_id"),
	CONSTRAINT "parcel_lines_qty" CHECK ("parcel_lines"."qty" between 1 and 9999)
);
--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "parcels_by_order" ON "parcels" USING btree ("order_id","id");
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
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('queued', 'sent', 'done', 'failed', 'manual')),
	CONSTRAINT "refunds_done_at" CHECK (("refunds"."state" = 'done') = ("refunds"."done_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","id");
--> statement-breakpoint
CREATE FUNCTION keep_refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	captured bigint;
	others bigint;
BEGIN
	SELECT amount INTO captured FROM payments WHERE id = NEW.payment_id FOR UPDATE;
	SELECT coalesce(sum(amount), 0) INTO others FROM refunds
		WHERE payment_id = NEW.payment_id AND state <> 'failed' AND id <> NEW.id;
	IF others + NEW.amount > captured THEN
		RAISE EXCEPTION 'refunds of more than the payment %', NEW.payment_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "refunds_within_payment" BEFORE INSERT OR UPDATE ON "refunds" FOR EACH ROW
	WHEN (NEW.state <> 'failed') EXECUTE FUNCTION keep_refunds_within_payment();
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "order_id" text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "kind" text;
--> statement-breakpoint
-- step: alone
-- Meanwhile the trigger has kept what a node of the version before changes.
DO $$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    SELECT array_agg(id ORDER BY id) INTO ids
    FROM (SELECT id FROM "orders" WHERE id > last ORDER BY id LIMIT 1000) AS next;
    EXIT WHEN ids IS NULL;
    UPDATE "orders" SET "order_state" = 'paid', "state_since" = "paid_at"
    WHERE id = ANY (ids) AND "state" = 'paid' AND "order_state" = 'placed';
    UPDATE "orders" SET "state_since" = "created_at"
    WHERE id = ANY (ids) AND "state" = 'unpaid' AND "state_since" > "created_at";
    last := ids[cardinality(ids)];
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
-- step: transaction
ALTER TABLE "orders" ADD CONSTRAINT "orders_order_state" CHECK ("orders"."order_state" in ('placed', 'paid', 'preparing', 'shipped', 'delivered', 'completed', 'cancelled', 'returned')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_unpaid" CHECK ("orders"."order_state" <> 'placed' or "orders"."state" = 'unpaid') NOT VALID;
--> statement-breakpoint
-- step: alone
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_order_state";
--> statement-breakpoint
-- step: alone
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_placed_unpaid";
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_order_state";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_by_order_state" ON "orders" USING btree ("order_state","id") WHERE deleted_at is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_archived";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_archived" ON "orders" USING btree ("deleted_at","id") WHERE deleted_at is not null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "mail_outbox_by_order";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "mail_outbox_by_order" ON "mail_outbox" USING btree ("order_id","id") WHERE order_id is not null;
