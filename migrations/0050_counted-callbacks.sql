DROP INDEX "gateway_callbacks_refused";--> statement-breakpoint
DROP INDEX "gateway_callbacks_with_body";--> statement-breakpoint
ALTER TABLE "gateway_callbacks" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "gateway_callbacks" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_callbacks" ADD COLUMN "last_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_callbacks_by_digest" ON "gateway_callbacks" USING btree ("kind","digest");--> statement-breakpoint
CREATE INDEX "gateway_callbacks_with_body" ON "gateway_callbacks" USING btree ("received_at") WHERE body <> '';