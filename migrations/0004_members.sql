CREATE TABLE "administrator_networks" (
	"uid" text NOT NULL,
	"network_hash" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "administrator_networks_uid_network_hash_pk" PRIMARY KEY("uid","network_hash")
);
--> statement-breakpoint
ALTER TABLE "action_codes" ADD COLUMN "session_version" integer;--> statement-breakpoint
ALTER TABLE "administrator_networks" ADD CONSTRAINT "administrator_networks_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;