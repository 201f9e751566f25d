ALTER TABLE "articles" ADD COLUMN "english" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "english" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "english" jsonb;--> statement-breakpoint
ALTER TABLE "info_pages" ADD COLUMN "english" jsonb;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "restock_requests" ADD COLUMN "language" text;