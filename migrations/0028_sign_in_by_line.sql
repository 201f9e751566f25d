CREATE TABLE "line_sign_ins" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"next" text NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"returned_at" timestamp with time zone,
	"code_hash" text,
	"subject" text,
	"name" text,
	"picture" text,
	"email" text,
	"sealed_token" "bytea",
	CONSTRAINT "line_sign_ins_code" CHECK ("line_sign_ins"."code_hash" is null or ("line_sign_ins"."subject" is not null and "line_sign_ins"."returned_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "member_identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"uid" text NOT NULL,
	"sealed_token" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_identities_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "member_identities_provider" CHECK ("member_identities"."provider" in ('line'))
);
--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "email_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "member_identities" ADD CONSTRAINT "member_identities_uid_members_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."members"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "line_sign_ins_by_code" ON "line_sign_ins" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "line_sign_ins_by_end" ON "line_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "member_identities_of_member" ON "member_identities" USING btree ("uid","provider");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_email_whole" CHECK (("members"."email" is null) = ("members"."email_key" is null) and ("members"."email" is not null or not "members"."email_verified")) NOT VALID;