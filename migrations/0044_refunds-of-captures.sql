-- A refund done before the capture is an entry of that capture: mostly the authorisation is given up,
-- and no money moves.
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
		SELECT FROM "refunds" WHERE "payment_id" = NEW."id" AND "state" <> 'failed'
	) THEN
		INSERT INTO "book_entries" ("kind", "order_id", "amount")
		VALUES ('withdrawn', NEW."order_id", coalesce(OLD."captured_amount", OLD."amount"));
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- A payment that is voided by now was captured if the books of its order say so.
CREATE OR REPLACE FUNCTION write_refund_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "book_entries" ("kind", "order_id", "amount")
	SELECT 'refunded', NEW."order_id", NEW."amount" FROM "payments" p
	WHERE p."id" = NEW."payment_id" AND (p."status" = 'succeeded' OR p."status" = 'voided' AND EXISTS (
		SELECT FROM "book_entries" e WHERE e."order_id" = NEW."order_id" AND e."kind" = 'captured'));
	RETURN NULL;
END $$;
--> statement-breakpoint
-- step: alone
DELETE FROM "book_entries" r WHERE r."kind" = 'refunded' AND NOT EXISTS (
	SELECT FROM "book_entries" c WHERE c."order_id" = r."order_id" AND c."kind" = 'captured');
--> statement-breakpoint
-- step: alone
-- Sums of customers no longer count these refunds.
INSERT INTO "customer_changes" ("order_id")
SELECT r."order_id" FROM "refunds" r JOIN "payments" p ON p."id" = r."payment_id"
WHERE r."state" = 'done' AND p."status" <> 'succeeded';
