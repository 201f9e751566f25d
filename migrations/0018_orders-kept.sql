ALTER TABLE "orders" ADD COLUMN "printed_at" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "parcels_by_tracking_number" ON "parcels" USING btree ("tracking_number") WHERE tracking_number <> '';
--> statement-breakpoint
CREATE FUNCTION refuse_order_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'order events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "order_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "order_events"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_order_event_change();
--> statement-breakpoint
-- The books keep every order that was sold, paid or told of.
CREATE FUNCTION refuse_order_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "order_lines" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "payments" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "refunds" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "order_events" WHERE "order_id" = OLD."id")
	THEN
		RAISE EXCEPTION 'the books keep order %', OLD."id" USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER "orders_kept" BEFORE DELETE ON "orders"
	FOR EACH ROW EXECUTE FUNCTION refuse_order_deletion();
--> statement-breakpoint
CREATE FUNCTION refuse_orders_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM "order_lines") OR EXISTS (SELECT FROM "payments") OR EXISTS (SELECT FROM "order_events") THEN
		RAISE EXCEPTION 'the books keep the orders' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "orders_kept_whole" BEFORE TRUNCATE ON "orders"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_orders_truncation();
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_by_product";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "order_lines_by_product" ON "order_lines" USING btree ("product_id");
