CREATE TABLE "refund_accounts" (
	"order_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"bank_code" text NOT NULL,
	"account" text NOT NULL,
	"holder" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_findings" (
	"kind" text NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_findings_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "book_findings_kind" CHECK ("book_findings"."kind" in ('order', 'stock'))
);
--> statement-breakpoint
CREATE TABLE "resolved_differences" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text COLLATE "C",
	"attempt_id" text COLLATE "C",
	"product_id" text COLLATE "C",
	"trade_no" text,
	"ours" bigint,
	"theirs" bigint,
	"since" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"resolved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_formats" (
	"header_hash" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"settlement_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"trade_no" text NOT NULL,
	"order_id" text COLLATE "C",
	"amount" bigint NOT NULL,
	"ours" bigint,
	"fee" bigint,
	"day" date,
	"result" text NOT NULL,
	CONSTRAINT "settlement_lines_settlement_id_position_pk" PRIMARY KEY("settlement_id","position"),
	CONSTRAINT "settlement_lines_result" CHECK ("settlement_lines"."result" in ('matched', 'amount_differs', 'unknown', 'duplicate', 'missing'))
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"file_hash" text NOT NULL,
	"file_name" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_day" date,
	"last_day" date,
	CONSTRAINT "settlements_file" UNIQUE("file_hash")
);
--> statement-breakpoint
ALTER TABLE "gateway_callbacks" ADD COLUMN "body_hash" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "task" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "task_since" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charged_amount" bigint;
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_of_capture" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "refund_accounts" ADD CONSTRAINT "refund_accounts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "resolved_differences_by_time" ON "resolved_differences" USING btree ("resolved_at");
--> statement-breakpoint
CREATE INDEX "settlement_lines_by_trade" ON "settlement_lines" USING btree ("trade_no");
--> statement-breakpoint
CREATE INDEX "settlement_lines_by_result" ON "settlement_lines" USING btree ("settlement_id","result","position");
--> statement-breakpoint
CREATE INDEX "settlements_by_time" ON "settlements" USING btree ("imported_at");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_task" CHECK ("payments"."task" in ('capture', 'capture_failed', 'void', 'void_failed')) NOT VALID;
--> statement-breakpoint
-- step: alone
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_task";
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "orders_ended_with_money";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "orders_ended_with_money" ON "orders" USING btree ("id") WHERE state = 'paid' and (order_state = 'cancelled' or deleted_at is not null and order_state in ('paid', 'preparing'));
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "gateway_callbacks_with_body";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "gateway_callbacks_with_body" ON "gateway_callbacks" USING btree ("received_at") WHERE body_hash is null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "payments_that_do_not_count";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "payments_that_do_not_count" ON "payments" USING btree ("order_id") WHERE status in ('authorised', 'succeeded') and not counts;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "payments_by_task";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "payments_by_task" ON "payments" USING btree ("task","task_since") WHERE task is not null;
--> statement-breakpoint
-- step: alone
DROP INDEX CONCURRENTLY IF EXISTS "payments_undecided";
--> statement-breakpoint
-- step: alone
CREATE INDEX CONCURRENTLY "payments_undecided" ON "payments" USING btree ("order_id") WHERE status in ('created', 'pending');
