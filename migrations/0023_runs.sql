CREATE TABLE "run_entries" (
	"run_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"subject_id" text COLLATE "C",
	"title" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"input" jsonb,
	"undo" jsonb,
	CONSTRAINT "run_entries_run_id_position_pk" PRIMARY KEY("run_id","position"),
	CONSTRAINT "run_entries_state" CHECK ("run_entries"."state" in ('waiting', 'done', 'failed', 'undone', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"started_by" text NOT NULL,
	"starter_name" text NOT NULL,
	"starter" jsonb NOT NULL,
	"undone_by" jsonb,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"undo_until" timestamp with time zone,
	CONSTRAINT "runs_state" CHECK ("runs"."state" in ('checking', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "run_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "run_entries" ADD CONSTRAINT "run_entries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_entries_by_state" ON "run_entries" USING btree ("run_id","state","position");--> statement-breakpoint
CREATE INDEX "runs_by_starter" ON "runs" USING btree ("started_by","id");--> statement-breakpoint
CREATE INDEX "runs_by_age" ON "runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("worked_at") WHERE state in ('checking', 'queued', 'running', 'undoing');--> statement-breakpoint
CREATE INDEX "mail_outbox_by_run" ON "mail_outbox" USING btree ("run_id") WHERE run_id is not null;