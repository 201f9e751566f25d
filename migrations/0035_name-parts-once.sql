-- The same parts, with the name folded once and without a query for each name: 5 instead of 80 µs. The
-- list of customers computes them for every row that it has found.
CREATE OR REPLACE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
-- An index is built and analysed without the schema of the shop in the path.
SET search_path FROM CURRENT AS $$
DECLARE
	folded text := fold_text(name);
	parts text[] := '{}';
BEGIN
	FOR place IN 1..length(folded) LOOP
		parts := parts || substr(folded, place, 1);
		IF place < length(folded) THEN
			parts := parts || substr(folded, place, 2);
		END IF;
	END LOOP;
	RETURN parts;
END
$$;
