ALTER TABLE "book_findings" DROP CONSTRAINT "book_findings_kind";
--> statement-breakpoint
-- The nightly check of the doctor does what these did.
DO $$ BEGIN
	IF to_regclass('pgboss.schedule') IS NOT NULL THEN
		DELETE FROM pgboss.schedule WHERE name IN ('books.check', 'campaigns.check');
		DELETE FROM pgboss.job WHERE name IN ('books.check', 'campaigns.check');
	END IF;
END $$;
