CREATE TABLE "return_cases" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"is_of_staff" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"way" text,
	"refund_to" text DEFAULT 'source' NOT NULL,
	"carrier" text,
	"tracking_number" text DEFAULT '' NOT NULL,
	"answer" text,
	"asked_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"judged_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"fee" bigint DEFAULT 0 NOT NULL,
	"refund" bigint,
	"refund_id" text COLLATE "C",
	"refund_note" text,
	"is_without_goods" boolean DEFAULT false NOT NULL,
	CONSTRAINT "return_cases_state" CHECK ("return_cases"."state" in ('asked', 'accepted', 'refused', 'withdrawn', 'received', 'judged', 'refunded')),
	CONSTRAINT "return_cases_amounts" CHECK ("return_cases"."fee" >= 0 and "return_cases"."refund" >= 0),
	CONSTRAINT "return_cases_ended" CHECK (("return_cases"."state" in ('refused', 'withdrawn', 'refunded')) = ("return_cases"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"case_id" text COLLATE "C" NOT NULL,
	"line_id" text COLLATE "C" NOT NULL,
	"qty" integer NOT NULL,
	"to_stock" integer DEFAULT 0 NOT NULL,
	"written_off" integer DEFAULT 0 NOT NULL,
	"amount" bigint,
	CONSTRAINT "return_lines_case_id_line_id_pk" PRIMARY KEY("case_id","line_id"),
	CONSTRAINT "return_lines_pieces" CHECK ("return_lines"."qty" > 0 and "return_lines"."to_stock" >= 0 and "return_lines"."written_off" >= 0
        and "return_lines"."to_stock" + "return_lines"."written_off" <= "return_lines"."qty"),
	CONSTRAINT "return_lines_amount" CHECK ("return_lines"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "no_return" text;--> statement-breakpoint
ALTER TABLE "return_cases" ADD CONSTRAINT "return_cases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_case_id_return_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."return_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_cases_by_order" ON "return_cases" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "return_cases_by_state" ON "return_cases" USING btree ("state","id");