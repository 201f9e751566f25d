-- step: transaction
-- What moves a payment or a refund writes its entry of the books.
DROP TRIGGER "payments_write_book_insert" ON "payments";
--> statement-breakpoint
DROP TRIGGER "payments_write_book_update" ON "payments";
--> statement-breakpoint
-- step: transaction
DROP TRIGGER "refunds_write_book_insert" ON "refunds";
--> statement-breakpoint
DROP TRIGGER "refunds_write_book_update" ON "refunds";
--> statement-breakpoint
DROP FUNCTION write_payment_entry();
--> statement-breakpoint
DROP FUNCTION write_refund_entry();
--> statement-breakpoint
-- step: transaction
-- What writes the address of a member writes the mailbox, in the form of all other hashes.
DROP TRIGGER "members_mailbox" ON "members";
--> statement-breakpoint
DROP FUNCTION remember_mailbox();
--> statement-breakpoint
-- step: transaction
UPDATE "member_mailboxes" SET "mailbox" = translate(rtrim(encode(decode("mailbox", 'hex'), 'base64'), '='), '+/', '-_')
WHERE length("mailbox") = 64;
