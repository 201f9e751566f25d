CREATE TABLE "line_agreements" (
	"uid" text PRIMARY KEY NOT NULL,
	"agreed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_events" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"command" text,
	"reply_token" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "line_events_kind" CHECK ("line_events"."kind" in ('follow', 'unfollow', 'command'))
);
--> statement-breakpoint
CREATE TABLE "line_friends" (
	"subject" text PRIMARY KEY NOT NULL,
	"is_friend" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" text NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"topic" text NOT NULL,
	"content" jsonb NOT NULL,
	"retry_key" text NOT NULL,
	"run_id" text COLLATE "C",
	"useful_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp with time zone,
	"state" text DEFAULT 'waiting' NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"dropped" text,
	"last_error" text,
	CONSTRAINT "line_messages_topic" CHECK ("line_messages"."topic" in ('outcome', 'at_store', 'shipped')),
	CONSTRAINT "line_messages_state" CHECK ("line_messages"."state" in ('waiting', 'sent', 'dropped')),
	CONSTRAINT "line_messages_dropped" CHECK (("line_messages"."state" = 'dropped') = ("line_messages"."dropped" is not null))
);
--> statement-breakpoint
CREATE TABLE "line_quota" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"limit" integer,
	"used" integer NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "line_quota_one" CHECK ("line_quota"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "line_agreements" ADD CONSTRAINT "line_agreements_uid_members_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."members"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_messages" ADD CONSTRAINT "line_messages_uid_members_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."members"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_events_by_age" ON "line_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "line_messages_once" ON "line_messages" USING btree ("order_id","topic");--> statement-breakpoint
CREATE INDEX "line_messages_of_member" ON "line_messages" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "line_messages_by_run" ON "line_messages" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "line_messages_sent" ON "line_messages" USING btree ("state_since") WHERE state = 'sent';