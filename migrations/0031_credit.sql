CREATE TABLE "credit_balances" (
	"member_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"points" bigint DEFAULT 0 NOT NULL,
	"told_until" date,
	CONSTRAINT "credit_balances_amounts" CHECK ("credit_balances"."credit" >= 0 and "credit_balances"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"member_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"lot" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	"cause" text NOT NULL,
	"order_id" text COLLATE "C",
	"refund_id" text COLLATE "C",
	"percent" integer,
	"ends_on" date,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_kind" CHECK ("credit_entries"."kind" in ('credit', 'points')),
	CONSTRAINT "credit_entries_cause" CHECK ("credit_entries"."cause" in ('refund', 'gift', 'hand', 'order_used', 'order_given_back', 'earned', 'taken_back', 'expired')),
	CONSTRAINT "credit_entries_amount" CHECK (case when "credit_entries"."id" = "credit_entries"."lot" or "credit_entries"."cause" = 'order_given_back'
        then "credit_entries"."amount" > 0 else "credit_entries"."amount" < 0 end)
);
--> statement-breakpoint
ALTER TABLE "book_entries" DROP CONSTRAINT "book_entries_kind", ADD CONSTRAINT "book_entries_kind" CHECK ("book_entries"."kind" in ('captured', 'withdrawn', 'refunded', 'credited')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_adjustments" DROP CONSTRAINT "order_adjustments_kind", ADD CONSTRAINT "order_adjustments_kind" CHECK ("order_adjustments"."kind" in ('coupon', 'fee', 'tier', 'credit', 'points')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "to_credit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "credit_entries_by_member" ON "credit_entries" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "credit_entries_by_lot" ON "credit_entries" USING btree ("lot");--> statement-breakpoint
CREATE INDEX "credit_entries_by_order" ON "credit_entries" USING btree ("order_id","cause") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "credit_entries_by_end" ON "credit_entries" USING btree ("ends_on","lot") WHERE ends_on is not null;--> statement-breakpoint
-- By hand: the ledger only grows, and home no longer promises by itself what the settings do not give.
CREATE TRIGGER credit_entries_append_only BEFORE TRUNCATE ON credit_entries FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER credit_entries_kept BEFORE DELETE ON credit_entries FOR EACH ROW
	EXECUTE FUNCTION refuse_deletion_but_demo('member', 'member_id');--> statement-breakpoint
CREATE TRIGGER credit_entries_erased_only BEFORE UPDATE ON credit_entries FOR EACH ROW
	EXECUTE FUNCTION refuse_change_but_erasure('reason');--> statement-breakpoint
UPDATE settings SET values = jsonb_set(values, '{offer,rewards}', '[]')
	WHERE "group" = 'home' AND values -> 'offer' -> 'rewards' = '["基本回饋 3%", "消費回饋 1%", "最高回饋 21%"]';--> statement-breakpoint
-- step: alone
ALTER TABLE "book_entries" VALIDATE CONSTRAINT "book_entries_kind";--> statement-breakpoint
-- step: alone
ALTER TABLE "order_adjustments" VALIDATE CONSTRAINT "order_adjustments_kind";
