ALTER TABLE "orders" ADD COLUMN "user_zip" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "user_county" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "user_district" text;