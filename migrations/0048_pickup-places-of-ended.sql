-- The place where a leader hands out is not for former participants.
UPDATE "orders" SET "user_address" = '團主取貨'
FROM "participations" AS "place"
JOIN "campaigns" AS "campaign" ON "campaign"."id" = "place"."campaign_id"
WHERE "place"."order_id" = "orders"."id" AND "campaign"."delivery" = 'leader'
	AND "place"."state" IN ('withdrawn', 'lapsed', 'released')
	AND starts_with("orders"."user_address", '團主取貨 ');
