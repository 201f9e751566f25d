ALTER TABLE "orders" ADD COLUMN "balance_due" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "supplements" boolean DEFAULT false NOT NULL;