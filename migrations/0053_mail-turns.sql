ALTER TABLE "mail_outbox" ADD COLUMN "waiting_priority" integer;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "withheld" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "holders" text[];--> statement-breakpoint
ALTER TABLE "restock_requests" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting" ON "mail_outbox" USING btree ("waiting_priority" DESC NULLS LAST,"id") WHERE waiting_priority is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_withheld_at" ON "mail_outbox" USING btree ("created_at") WHERE withheld is not null;--> statement-breakpoint
CREATE INDEX "orders_unpaid_by_holder" ON "orders" USING gin ("holders") WHERE order_state = 'placed' and holders is not null;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_withheld" CHECK ("mail_outbox"."withheld" in ('receiver', 'network', 'superseded'));