-- step: transaction
-- As the shop counts it: what was captured, where that is known.
CREATE OR REPLACE FUNCTION keep_refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
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
