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
