CREATE TABLE "import_lines" (
	"run_id" text COLLATE "C" NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text,
	"subject_id" text COLLATE "C",
	"title" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"plan" jsonb,
	CONSTRAINT "import_lines_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
CREATE TABLE "run_file_parts" (
	"run_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "run_file_parts_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "run_files" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_file_parts" ADD CONSTRAINT "run_file_parts_run_id_run_files_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run_files"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_files" ADD CONSTRAINT "run_files_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_lines_by_outcome" ON "import_lines" USING btree ("run_id","outcome","line");--> statement-breakpoint
CREATE INDEX "run_files_by_end" ON "run_files" USING btree ("expires_at");