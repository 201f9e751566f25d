CREATE TABLE "day_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "day_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"payments" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_sums" (
	"start" timestamp with time zone PRIMARY KEY NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"payments" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
-- As recount_sold: one statement sees all orders and entries, and takes away just the changes that it
-- sees them with.
CREATE FUNCTION recount_days() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOCK TABLE day_sums IN EXCLUSIVE MODE;
	DELETE FROM day_sums;
	WITH counted AS (DELETE FROM day_changes)
	INSERT INTO day_sums (start, orders, payments, received, refunded)
	SELECT start, sum(orders), sum(payments), sum(received), sum(refunded)
	FROM (
		SELECT date_trunc('day', created_at, 'Asia/Taipei') AS start, count(*) AS orders,
			0 AS payments, 0 AS received, 0 AS refunded
		FROM orders WHERE order_state <> 'cancelled' GROUP BY 1
		UNION ALL
		SELECT date_trunc('day', at, 'Asia/Taipei'), 0,
			sum(CASE kind WHEN 'captured' THEN 1 WHEN 'withdrawn' THEN -1 ELSE 0 END),
			sum(CASE kind WHEN 'captured' THEN amount WHEN 'withdrawn' THEN -amount ELSE 0 END),
			sum(CASE kind WHEN 'refunded' THEN amount ELSE 0 END)
		FROM book_entries GROUP BY 1
	) AS parts GROUP BY start;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_day_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO day_changes (at, orders) SELECT OLD.created_at, -1 WHERE OLD.order_state <> 'cancelled';
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO day_changes (at, orders) SELECT NEW.created_at, 1 WHERE NEW.order_state <> 'cancelled';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_day AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION note_day_order();
--> statement-breakpoint
CREATE TRIGGER orders_day_again AFTER UPDATE ON orders FOR EACH ROW
	WHEN ((OLD.order_state = 'cancelled', OLD.created_at)
		IS DISTINCT FROM (NEW.order_state = 'cancelled', NEW.created_at))
	EXECUTE FUNCTION note_day_order();
--> statement-breakpoint
CREATE FUNCTION note_day_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	entry book_entries;
	sign int;
BEGIN
	FOREACH sign IN ARRAY ARRAY[-1, 1] LOOP
		CONTINUE WHEN sign = CASE TG_OP WHEN 'INSERT' THEN -1 WHEN 'DELETE' THEN 1 ELSE 0 END;
		IF sign < 0 THEN entry := OLD; ELSE entry := NEW; END IF;
		INSERT INTO day_changes (at, payments, received, refunded) VALUES (entry.at,
			sign * CASE entry.kind WHEN 'captured' THEN 1 WHEN 'withdrawn' THEN -1 ELSE 0 END,
			sign * CASE entry.kind WHEN 'captured' THEN entry.amount WHEN 'withdrawn' THEN -entry.amount ELSE 0 END,
			sign * CASE entry.kind WHEN 'refunded' THEN entry.amount ELSE 0 END);
	END LOOP;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER book_entries_day AFTER INSERT OR UPDATE OR DELETE ON book_entries
	FOR EACH ROW EXECUTE FUNCTION note_day_entry();
--> statement-breakpoint
-- step: alone
SELECT recount_days();
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "sold_sums_covering";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "sold_sums_covering" ON "sold_sums" USING btree ("unit","start","product_id","units","amount");
