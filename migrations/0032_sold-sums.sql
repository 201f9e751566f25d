CREATE TABLE "sold_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sold_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"units" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sold_sums" (
	"unit" text NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"units" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "sold_sums_unit_start_product_id_pk" PRIMARY KEY("unit","start","product_id"),
	CONSTRAINT "sold_sums_unit" CHECK ("sold_sums"."unit" in ('day', 'month'))
);
--> statement-breakpoint
-- Makes the sums anew. Nobody writes orders meanwhile.
CREATE FUNCTION recount_sold() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOCK TABLE orders, order_lines IN SHARE ROW EXCLUSIVE MODE;
	DELETE FROM sold_changes;
	DELETE FROM sold_sums;
	INSERT INTO sold_sums (unit, start, product_id, units, amount)
	SELECT 'day', date_trunc('day', o.created_at, 'Asia/Taipei'), l.product_id, sum(l.qty), sum(l.total)
	FROM orders AS o JOIN order_lines AS l ON l.order_id = o.id
	WHERE o.order_state <> 'cancelled' GROUP BY 2, 3;
	INSERT INTO sold_sums (unit, start, product_id, units, amount)
	SELECT 'month', date_trunc('month', start, 'Asia/Taipei'), product_id, sum(units), sum(amount)
	FROM sold_sums WHERE unit = 'day' GROUP BY 2, 3;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_sold_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO sold_changes (at, product_id, units, amount)
		SELECT o.created_at, l.product_id, -sum(l.qty), -sum(l.total)
		FROM before AS l JOIN orders AS o ON o.id = l.order_id
		WHERE o.order_state <> 'cancelled' GROUP BY 1, 2;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO sold_changes (at, product_id, units, amount)
		SELECT o.created_at, l.product_id, sum(l.qty), sum(l.total)
		FROM changed AS l JOIN orders AS o ON o.id = l.order_id
		WHERE o.order_state <> 'cancelled' GROUP BY 1, 2;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_lines_sold AFTER INSERT ON order_lines
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_sold_lines();
--> statement-breakpoint
CREATE TRIGGER order_lines_sold_again AFTER UPDATE ON order_lines
	REFERENCING OLD TABLE AS before NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_sold_lines();
--> statement-breakpoint
CREATE TRIGGER order_lines_unsold AFTER DELETE ON order_lines
	REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_sold_lines();
--> statement-breakpoint
-- An order that is cancelled, or is not any more, or belongs to another day. Orders with lines are
-- never deleted.
CREATE FUNCTION note_sold_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO sold_changes (at, product_id, units, amount)
	SELECT placed.at, product_id, placed.sign * sum(qty), placed.sign * sum(total)
	FROM order_lines CROSS JOIN (VALUES
		(OLD.created_at, OLD.order_state, -1), (NEW.created_at, NEW.order_state, 1)) AS placed (at, state, sign)
	WHERE order_id = NEW.id AND placed.state <> 'cancelled' GROUP BY placed.at, placed.sign, product_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_sold AFTER UPDATE ON orders FOR EACH ROW
	WHEN ((OLD.order_state = 'cancelled', OLD.created_at)
		IS DISTINCT FROM (NEW.order_state = 'cancelled', NEW.created_at))
	EXECUTE FUNCTION note_sold_order();
--> statement-breakpoint
SELECT recount_sold();
