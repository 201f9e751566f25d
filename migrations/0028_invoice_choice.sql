ALTER TABLE "orders" ADD COLUMN "invoice_kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_carrier" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_carrier_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_tax_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_title" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_love_code" text;