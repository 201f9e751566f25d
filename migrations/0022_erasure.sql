-- A person who is erased leaves nothing of their words in rows that are never changed. A transaction
-- that has set minmin.erasing may empty the one column named to the trigger, and nothing else.
CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('minmin.erasing', true) = '1'
		AND to_jsonb(NEW) -> TG_ARGV[0] IN ('{}', '""')
		AND to_jsonb(NEW) - TG_ARGV[0] = to_jsonb(OLD) - TG_ARGV[0]
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
DROP TRIGGER "order_events_append_only" ON "order_events";--> statement-breakpoint
CREATE TRIGGER "order_events_append_only" BEFORE DELETE OR TRUNCATE ON "order_events"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_order_event_change();--> statement-breakpoint
CREATE TRIGGER "order_events_erased_only" BEFORE UPDATE ON "order_events"
	FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('detail');--> statement-breakpoint
DROP TRIGGER "commission_entries_append_only" ON "commission_entries";--> statement-breakpoint
CREATE TRIGGER "commission_entries_append_only" BEFORE DELETE OR TRUNCATE ON "commission_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "commission_entries_erased_only" BEFORE UPDATE ON "commission_entries"
	FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('note');
