CREATE TABLE "admin_reset_codes" (
	"uid" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"password_digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_reset_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
ALTER TABLE "admin_reset_codes" ADD CONSTRAINT "admin_reset_codes_uid_administrators_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."administrators"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_reset_codes_by_expiry" ON "admin_reset_codes" USING btree ("expires_at");