CREATE TABLE "invoice_allowances" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"invoice_id" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"number" text,
	"allowed_at" timestamp with time zone,
	"message" text,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_allowances_amount" CHECK ("invoice_allowances"."amount" > 0),
	CONSTRAINT "invoice_allowances_state" CHECK ("invoice_allowances"."state" in ('queued', 'sending', 'allowed', 'failed', 'dropped')),
	CONSTRAINT "invoice_allowances_allowed" CHECK (("invoice_allowances"."state" = 'allowed') = ("invoice_allowances"."allowed_at" is not null)
        and ("invoice_allowances"."state" <> 'allowed' or "invoice_allowances"."number" is not null))
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"period" text PRIMARY KEY NOT NULL,
	"left_over" integer NOT NULL,
	"all_of_it" integer NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_numbers_left" CHECK ("invoice_numbers"."left_over" between 0 and "invoice_numbers"."all_of_it")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"number" text NOT NULL,
	"amount" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"choice" jsonb,
	"is_donated" boolean NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"merchant" text NOT NULL,
	"is_trial" boolean NOT NULL,
	"invoice_number" text,
	"random_number" text,
	"issued_at" timestamp with time zone,
	"void_reason" text,
	"voided_at" timestamp with time zone,
	"is_void_refused" boolean DEFAULT false NOT NULL,
	"message" text,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number" UNIQUE("number"),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount" > 0),
	CONSTRAINT "invoices_state" CHECK ("invoices"."state" in ('queued', 'issuing', 'issued', 'voiding', 'voided', 'failed', 'dropped')),
	CONSTRAINT "invoices_issued" CHECK ("invoices"."state" not in ('issued', 'voiding', 'voided')
        or "invoices"."invoice_number" is not null and "invoices"."issued_at" is not null),
	CONSTRAINT "invoices_voided_at" CHECK (("invoices"."state" = 'voided') = ("invoices"."voided_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"refund_id" text COLLATE "C" NOT NULL,
	"line_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "refund_lines_refund_id_line_id_pk" PRIMARY KEY("refund_id","line_id"),
	CONSTRAINT "refund_lines_values" CHECK ("refund_lines"."qty" >= 0 and "refund_lines"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_type" text;--> statement-breakpoint
ALTER TABLE "invoice_allowances" ADD CONSTRAINT "invoice_allowances_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_allowances_by_invoice" ON "invoice_allowances" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoice_allowances_open" ON "invoice_allowances" USING btree ("id") WHERE is_blocked or state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "invoice_allowances_by_time" ON "invoice_allowances" USING btree ("allowed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_allowances_one_to_make" ON "invoice_allowances" USING btree ("invoice_id") WHERE state in ('queued', 'sending', 'failed');--> statement-breakpoint
CREATE INDEX "invoices_by_order" ON "invoices" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "invoices_by_state" ON "invoices" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("id") WHERE is_blocked or state in ('queued', 'issuing', 'voiding');--> statement-breakpoint
CREATE INDEX "invoices_by_issue" ON "invoices" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "invoices_by_void" ON "invoices" USING btree ("voided_at") WHERE voided_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_by_number" ON "invoices" USING btree ("invoice_number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_to_issue" ON "invoices" USING btree ("order_id") WHERE state in ('queued', 'issuing', 'failed');