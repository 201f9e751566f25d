CREATE TABLE "store_choices" (
	"token" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"chain" text NOT NULL,
	"store_id" text,
	"back" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"chosen_at" timestamp with time zone,
	CONSTRAINT "store_choices_owner" CHECK ("store_choices"."owner" ~ '^[mg]:.'),
	CONSTRAINT "store_choices_chosen" CHECK (("store_choices"."store_id" is null) = ("store_choices"."chosen_at" is null))
);
--> statement-breakpoint
CREATE TABLE "store_lists" (
	"chain" text PRIMARY KEY NOT NULL,
	"renewed_at" timestamp with time zone,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"chain" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"county" text NOT NULL,
	"district" text NOT NULL,
	"address" text NOT NULL,
	"tel" text NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "stores_chain_id_pk" PRIMARY KEY("chain","id"),
	CONSTRAINT "stores_chain" CHECK ("stores"."chain" in ('UNIMART', 'FAMI', 'HILIFE', 'OKMART'))
);
--> statement-breakpoint
CREATE INDEX "store_choices_by_owner" ON "store_choices" USING btree ("owner","chosen_at");--> statement-breakpoint
CREATE INDEX "store_choices_by_age" ON "store_choices" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "stores_by_district" ON "stores" USING btree ("chain","county","district") WHERE closed_at is null;