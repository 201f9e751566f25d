CREATE TABLE "line_people" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"keeper" text NOT NULL,
	"name" text NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"contact_name" text NOT NULL,
	"tel" text DEFAULT '' NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "line_people_name" ON "line_people" USING btree ("keeper","name");--> statement-breakpoint
CREATE INDEX "line_people_by_person" ON "line_people" USING btree ("person_id");