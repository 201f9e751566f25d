-- Moves a database that had the last migration before the baseline to the schema of the baseline.
ALTER TABLE orders DROP COLUMN contact_name;
ALTER TABLE orders RENAME COLUMN user_name TO contact_name;
DROP TRIGGER orders_follow_payment ON orders;
DROP FUNCTION follow_payment_column();
ALTER TABLE orders RENAME COLUMN state TO payment_state;
ALTER TABLE orders RENAME COLUMN order_state TO state;
ALTER TABLE orders RENAME CONSTRAINT orders_state TO orders_payment_state;
ALTER TABLE orders RENAME CONSTRAINT orders_order_state TO orders_state;
ALTER INDEX orders_by_state RENAME TO orders_by_payment_state;
ALTER INDEX orders_by_order_state RENAME TO orders_by_state;
ALTER TABLE orders ADD COLUMN group_id text COLLATE "C";
UPDATE orders SET contact_name = left(contact_name, 1 - length(owner))
  WHERE owner LIKE 'm:%' AND right(contact_name, length(owner) - 1) = '+' || substr(owner, 3);
UPDATE orders SET group_id = groups.id, extra = extra - 'group'
  FROM groups WHERE groups.code = orders.extra -> 'group' ->> 'code';
ALTER TABLE orders ADD CONSTRAINT orders_group_id_groups_id_fk
  FOREIGN KEY (group_id) REFERENCES groups (id);
DROP INDEX orders_by_campaign;
CREATE INDEX orders_by_group ON orders (group_id, id) WHERE group_id IS NOT NULL;
ALTER TABLE order_lines
  DROP COLUMN title, DROP COLUMN unit, DROP COLUMN unit_price;
ALTER TABLE order_lines
  ADD COLUMN title text GENERATED ALWAYS AS (product ->> 'title') STORED,
  ADD COLUMN unit text GENERATED ALWAYS AS (product ->> 'unit') STORED,
  ADD COLUMN unit_price bigint GENERATED ALWAYS AS ((product ->> 'price')::bigint) STORED;
DROP INDEX orders_unpaid_by_holder;
CREATE INDEX orders_unpaid_by_holder ON orders USING gin (holders) WITH (fastupdate=false)
  WHERE state = 'placed' AND holders IS NOT NULL;
DROP TABLE rate_limits;
DELETE FROM action_codes WHERE session_version IS NULL;
ALTER TABLE action_codes ALTER COLUMN session_version SET NOT NULL;
ALTER TABLE order_adjustments
  RENAME CONSTRAINT order_adjustments_order_id_fkey TO order_adjustments_order_id_orders_id_fk;
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	has_rows boolean := true;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		EXECUTE format('SELECT EXISTS (SELECT FROM %I)', TG_TABLE_NAME) INTO has_rows;
	END IF;
	IF NOT has_rows THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER order_events_append_only BEFORE DELETE OR TRUNCATE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE
  ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP FUNCTION refuse_audit_change(), refuse_order_event_change(), refuse_stock_movement_change();
