-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_on_delivery";--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_on_delivery" ON "orders" USING btree ("id") WHERE state = 'placed' and payment_method = 'on_delivery';--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "shipment_events_not_picked_up";--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "shipment_events_not_picked_up" ON "shipment_events" USING btree ("shipment_id") WHERE state = 'not_picked_up';
