-- step: transaction
-- An address with a tag behind a plus sign is the mailbox without it.
CREATE OR REPLACE FUNCTION remember_mailbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "member_mailboxes" ("uid", "mailbox")
	VALUES (NEW."uid", encode(sha256(convert_to(regexp_replace(NEW."email_key", '\+[^@]*@', '@'), 'UTF8')), 'hex'))
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- step: alone
INSERT INTO "member_mailboxes" ("uid", "mailbox")
SELECT "uid", encode(sha256(convert_to(regexp_replace("email_key", '\+[^@]*@', '@'), 'UTF8')), 'hex')
FROM "members" WHERE "email_key" LIKE '%+%@%'
ON CONFLICT DO NOTHING;
