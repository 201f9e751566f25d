-- An order and its lines come in one transaction: the keys are made once, with the lines, in place of
-- twice. An order that still has none gets them with its first change.
DROP TRIGGER orders_listed ON orders;--> statement-breakpoint
DROP FUNCTION list_inserted_orders();
