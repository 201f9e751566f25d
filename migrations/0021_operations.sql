CREATE TABLE "data_check" (
	"is_last" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"findings" jsonb NOT NULL,
	CONSTRAINT "data_check_one_row" CHECK ("data_check"."is_last")
);
--> statement-breakpoint
CREATE TABLE "outgoing_hold" (
	"is_held" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"backup_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outgoing_hold_one_row" CHECK ("outgoing_hold"."is_held")
);
