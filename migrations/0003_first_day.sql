CREATE TABLE "first_admin_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_rows" (
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	CONSTRAINT "demo_rows_kind_id_pk" PRIMARY KEY("kind","id"),
	CONSTRAINT "demo_rows_kind" CHECK ("demo_rows"."kind" in ('product', 'coupon', 'article', 'member', 'campaign', 'order'))
);
--> statement-breakpoint
CREATE TABLE "demo_shop" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone,
	CONSTRAINT "demo_shop_one_row" CHECK ("demo_shop"."is_only")
);
--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "hides_opening" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The members of a demo that a release before has loaded; the start of the shop finds the rest.
INSERT INTO demo_rows (kind, id)
  SELECT 'member', uid FROM members WHERE uid LIKE 'demo-%' AND email LIKE 'demo-%@demo.invalid';
--> statement-breakpoint
-- For the clearing of the demo alone, and for its own rows alone.
CREATE FUNCTION refuse_deletion_but_demo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('minmin.clearing_demo', true) = '1'
		AND EXISTS (SELECT FROM demo_rows WHERE kind = TG_ARGV[0] AND id = to_jsonb(OLD) ->> TG_ARGV[1])
	THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER stock_movements_append_only BEFORE UPDATE OR TRUNCATE ON stock_movements FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER stock_movements_kept BEFORE DELETE ON stock_movements FOR EACH ROW
	EXECUTE FUNCTION refuse_deletion_but_demo('product', 'product_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER order_events_append_only BEFORE TRUNCATE ON order_events FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_events_kept BEFORE DELETE ON order_events FOR EACH ROW
	EXECUTE FUNCTION refuse_deletion_but_demo('order', 'order_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER group_events_append_only BEFORE UPDATE OR TRUNCATE ON group_events FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER group_events_kept BEFORE DELETE ON group_events FOR EACH ROW
	EXECUTE FUNCTION refuse_deletion_but_demo('campaign', 'campaign_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER campaign_receipts_append_only BEFORE UPDATE OR TRUNCATE ON campaign_receipts FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER campaign_receipts_kept BEFORE DELETE ON campaign_receipts FOR EACH ROW
	EXECUTE FUNCTION refuse_deletion_but_demo('campaign', 'campaign_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER supplier_orders_append_only BEFORE UPDATE OR TRUNCATE ON supplier_orders FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER supplier_orders_kept BEFORE DELETE ON supplier_orders FOR EACH ROW
	EXECUTE FUNCTION refuse_deletion_but_demo('campaign', 'campaign_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER commission_entries_append_only BEFORE TRUNCATE ON commission_entries FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER commission_entries_kept BEFORE DELETE ON commission_entries FOR EACH ROW
	EXECUTE FUNCTION refuse_deletion_but_demo('member', 'leader_id');
