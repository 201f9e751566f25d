-- step: transaction
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state", ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('queued', 'sent', 'done', 'failed', 'manual', 'dropped')) NOT VALID;
--> statement-breakpoint
-- step: alone
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_state";
--> statement-breakpoint
-- step: transaction
-- The trigger runs for all but failed refunds.
CREATE OR REPLACE FUNCTION keep_refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	captured bigint;
	others bigint;
BEGIN
	IF NEW.state = 'dropped' THEN RETURN NEW; END IF;
	SELECT amount INTO captured FROM payments WHERE id = NEW.payment_id FOR UPDATE;
	SELECT coalesce(sum(amount), 0) INTO others FROM refunds
		WHERE payment_id = NEW.payment_id AND state NOT IN ('failed', 'dropped') AND id <> NEW.id;
	IF others + NEW.amount > captured THEN
		RAISE EXCEPTION 'refunds of more than the payment %', NEW.payment_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_payment_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."status" = 'succeeded' THEN
		INSERT INTO "book_entries" ("kind", "order_id", "amount")
		VALUES ('captured', NEW."order_id", coalesce(NEW."captured_amount", NEW."amount"));
		IF TG_OP = 'UPDATE' AND OLD."status" = 'authorised' THEN
			INSERT INTO "book_entries" ("kind", "order_id", "amount")
			SELECT 'refunded', "order_id", "amount" FROM "refunds"
			WHERE "payment_id" = NEW."id" AND "state" = 'done' ORDER BY "done_at";
		END IF;
	-- What was given back as a refund is an entry of that refund.
	ELSIF TG_OP = 'UPDATE' AND OLD."status" = 'succeeded' AND NEW."status" = 'voided' AND NOT EXISTS (
		SELECT FROM "refunds" WHERE "payment_id" = NEW."id" AND "state" NOT IN ('failed', 'dropped')
	) THEN
		INSERT INTO "book_entries" ("kind", "order_id", "amount")
		VALUES ('withdrawn', NEW."order_id", coalesce(OLD."captured_amount", OLD."amount"));
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Money that never counted for an order reduces nothing of it. It is told of where the order has no
-- other money: not while it is paid, nor when what it was paid has gone back.
CREATE OR REPLACE FUNCTION order_payment_state(o orders) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN bool_or(r.state <> 'done') THEN 'refunding'
    WHEN sum(r.amount) > 0 THEN CASE o.state WHEN 'paid' THEN 'partly_refunded' ELSE 'refunded' END
    WHEN o.state = 'paid' THEN 'paid'
    WHEN EXISTS (SELECT FROM payments WHERE order_id = o.id AND status IN ('pending', 'authorised'))
      THEN 'pending'
    ELSE 'none' END
  FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
  WHERE r.order_id = o.id AND NOT r.is_of_capture AND r.state <> 'dropped'
    AND (p.counts OR o.state <> 'paid' AND o.refunded_at IS NULL)
$$;
--> statement-breakpoint
-- step: alone
-- What failed and cannot be sent any more: its payment is voided, or others have left less of it.
UPDATE "refunds" r SET "state" = 'dropped', "state_since" = now()
FROM "payments" p
WHERE p."id" = r."payment_id" AND r."state" = 'failed' AND (p."status" = 'voided'
	OR r."amount" > coalesce(p."captured_amount", p."amount") - (
		SELECT coalesce(sum(o."amount"), 0) FROM "refunds" o
		WHERE o."payment_id" = p."id" AND o."state" NOT IN ('failed', 'dropped')));
