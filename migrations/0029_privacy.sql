CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer NOT NULL,
	"member_id" text,
	"order_id" text COLLATE "C",
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_order" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"in_force_from" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_version_policy_versions_version_fk" FOREIGN KEY ("version") REFERENCES "public"."policy_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_by_member" ON "consents" USING btree ("member_id","id");--> statement-breakpoint
CREATE TRIGGER "policy_versions_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "policy_versions"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
INSERT INTO policy_versions (version, text, in_force_from) VALUES (1,
'{商店名稱}（以下稱本店）依個人資料保護法告知您下列事項。
## 蒐集的目的
處理您的訂單與團購：聯絡您、寄送商品、收款與退款、會員管理、客戶服務，以及依法保存交易紀錄。我們不會以這些資料主動致電推銷。
## 蒐集的資料類別
您填寫的姓名、電子信箱、電話、地址與備註；會員帳號的電子信箱與顯示名稱；訂單的商品、金額、付款與配送狀態；退款時您提供的銀行帳戶；登入所需的連線資訊。
## 利用的期間
訂單的聯絡資料自訂單結束起保存 {保存年限} 年，之後去識別化；交易金額等帳務紀錄依法保存。會員資料保存到您刪除帳號為止，訪客購物車保存 180 天。
## 利用的地區
本店營業與配送的地區，以及提供主機、信件與金流服務的廠商所在地區。
## 利用的對象與方式
本店，以及完成收款、配送與寄信所必需的合作廠商；以電腦系統處理，不會出售或交換您的個人資料。
## 您的權利
您可以查詢、閱覽、取得複本、補充或更正您的個人資料，也可以請求停止蒐集、處理、利用或刪除。請以 {聯絡信箱} 或 {聯絡電話} 與我們聯絡；會員可以在會員中心下載自己的資料。
## 不提供資料的影響
您可以自由選擇是否提供資料；未提供訂單所需的資料時，我們無法完成該筆訂單。',
'2026-11-22T00:00:00+08:00');
