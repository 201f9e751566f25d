-- Unlogged: a count waits for no disk. A crash of PostgreSQL empties it; nodes of the version before
-- count in "rate_limits".
CREATE UNLOGGED TABLE "rate_limit_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE INDEX "rate_limit_counts_by_expire" ON "rate_limit_counts" USING btree ("expire");
