ALTER TABLE "cart_lines" ADD COLUMN "extra" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
-- step: transaction
ALTER TABLE "order_lines" ADD COLUMN "extra" jsonb DEFAULT '{}'::jsonb NOT NULL;
