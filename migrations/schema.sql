-- Generated from the migrations and the comments of src/server/db/tables by
-- npm run unit -- src/server/db/schema.test.ts -u

create sequence order_numbers;

-- Codes sent by mail, stored hashed, used once.
create table action_codes (
  code_hash text not null,
  purpose text not null,
  uid text not null,
  -- The member's address when the code was made, empty without one: the code ends with a change of it.
  email text not null,
  new_email text,
  -- Of the member when the code was made.
  session_version integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  -- Keyed hash of the six digits of the same mail, to be typed where the member is.
  pin_hash text,
  pin_tries integer default 0 not null,
  constraint action_codes_pkey PRIMARY KEY (code_hash),
  constraint action_codes_new_email CHECK (((purpose = 'VERIFY_AND_CHANGE_EMAIL'::text) = (new_email IS NOT NULL))),
  constraint action_codes_purpose CHECK ((purpose = ANY (ARRAY['PASSWORD_RESET'::text, 'VERIFY_EMAIL'::text, 'VERIFY_AND_CHANGE_EMAIL'::text]))),
  constraint action_codes_uid_members_uid_fk FOREIGN KEY (uid) REFERENCES members(uid) ON DELETE CASCADE
);
CREATE INDEX action_codes_by_member ON public.action_codes USING btree (uid);

-- Codes that stand for one of the second factor, hashed; each is deleted by its use.
create table admin_recovery_codes (
  uid text not null,
  code_hash text not null,
  constraint admin_recovery_codes_uid_code_hash_pk PRIMARY KEY (uid, code_hash),
  constraint admin_recovery_codes_uid_administrators_uid_fk FOREIGN KEY (uid) REFERENCES administrators(uid) ON DELETE CASCADE
);

-- Reset codes, hashed. An administrator has one: that of the newest mail.
create table admin_reset_codes (
  uid text not null,
  code_hash text not null,
  -- SHA-256 of the password hash when the code was made: the code ends with a change of it.
  password_digest text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint admin_reset_codes_pkey PRIMARY KEY (uid),
  constraint admin_reset_codes_uid_administrators_uid_fk FOREIGN KEY (uid) REFERENCES administrators(uid) ON DELETE CASCADE,
  constraint admin_reset_codes_code_hash_unique UNIQUE (code_hash)
);
CREATE INDEX admin_reset_codes_by_expiry ON public.admin_reset_codes USING btree (expires_at);

-- Tokens are opaque and stored hashed; a session ends by logout, expiry, or with its password.
create table admin_sessions (
  token_hash text not null,
  uid text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  -- Its name for the owner; the token is never shown.
  id text default gen_random_uuid() not null,
  -- The browser's own description, and an IPv4 /24 or IPv6 /48.
  device text default ''::text not null,
  network text default ''::text not null,
  last_used_at timestamp with time zone default now() not null,
  -- When the password (and the code) was proved last: at the sign-in, or later.
  confirmed_at timestamp with time zone default now() not null,
  constraint admin_sessions_pkey PRIMARY KEY (token_hash),
  constraint admin_sessions_uid_administrators_uid_fk FOREIGN KEY (uid) REFERENCES administrators(uid) ON DELETE CASCADE,
  constraint admin_sessions_id_unique UNIQUE (id)
);
CREATE INDEX admin_sessions_by_administrator ON public.admin_sessions USING btree (uid);
CREATE INDEX admin_sessions_by_expiry ON public.admin_sessions USING btree (expires_at);

-- The networks from which an administrator has signed in: guesses from elsewhere do not block these.
create table administrator_networks (
  uid text not null,
  -- IP addresses are stored hashed.
  network_hash text not null,
  last_used_at timestamp with time zone default now() not null,
  constraint administrator_networks_uid_network_hash_pk PRIMARY KEY (uid, network_hash),
  constraint administrator_networks_uid_administrators_uid_fk FOREIGN KEY (uid) REFERENCES administrators(uid) ON DELETE CASCADE
);

create table administrators (
  uid text not null,
  username text not null,
  password_hash text not null,
  is_disabled boolean default false not null,
  created_at timestamp with time zone default now() not null,
  -- Display name for the others; empty: the e-mail address.
  name text default ''::text not null,
  role text default 'owner'::text not null,
  -- The key of the second factor, encrypted for this account; null while it is off.
  totp_secret bytea,
  -- A key that waits for its first code; it opens nothing.
  totp_pending bytea,
  -- The last step of 30 s whose code was accepted: it and those before it are used up.
  totp_last_step bigint,
  -- Whether the first steps of the shop are put away from the overview.
  hides_opening boolean default false not null,
  constraint administrators_pkey PRIMARY KEY (uid),
  constraint administrators_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'packer'::text, 'accountant'::text, 'viewer'::text])))
);
CREATE UNIQUE INDEX administrators_username ON public.administrators USING btree (lower(username));

-- Places that an arrival gave fewer pieces than they had ordered.
create table allotments (
  id text collate "C" not null,
  campaign_id text collate "C" not null,
  order_id text collate "C" not null,
  -- The run that gave it.
  run_id text collate "C" not null,
  -- Pieces of the order before and after; 0: the order ends.
  ordered integer not null,
  given integer not null,
  -- Null where nothing was paid.
  refund_id text collate "C",
  at timestamp with time zone default now() not null,
  -- When its refund was started, after the end of the undo period of the run.
  settled_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint allotments_pkey PRIMARY KEY (id),
  constraint allotments_end CHECK (((settled_at IS NULL) OR (undone_at IS NULL))),
  constraint allotments_given CHECK (((given >= 0) AND (given < ordered))),
  constraint allotments_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint allotments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint allotments_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX allotments_by_order ON public.allotments USING btree (order_id);
CREATE INDEX allotments_by_run ON public.allotments USING btree (run_id);

-- Keys of programs that call the back office; one that is revoked is deleted.
create table api_keys (
  id text collate "C" not null,
  name text not null,
  -- SHA-256 of the key, which nobody can read again.
  key_hash text not null,
  -- The first characters of the key, by which people tell it from others.
  prefix text not null,
  permissions text[] not null,
  -- The name of then of the owner who made it.
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  -- Null: it has no end.
  ends_at timestamp with time zone,
  -- To the minute.
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_permissions CHECK ((cardinality(permissions) > 0)),
  constraint api_keys_key_hash_unique UNIQUE (key_hash)
);

-- Announcements.
create table articles (
  id text collate "C" not null,
  num bigint generated always as identity not null,
  title text not null,
  author text not null,
  description text not null,
  content text not null,
  image text not null,
  tags text[] not null,
  is_public boolean not null,
  -- As the client sent it: seconds below 1e11, else milliseconds; may have a fraction.
  create_at double precision not null,
  -- The same instant, for sorting.
  dated timestamp with time zone not null,
  -- Unknown properties of the input, kept and given back.
  extra jsonb not null,
  deleted_at timestamp with time zone,
  deleted_by text,
  deletion text collate "C",
  -- Its texts in English, as far as the owner has written them.
  english jsonb,
  constraint articles_pkey PRIMARY KEY (id)
);
CREATE INDEX articles_archived ON public.articles USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX articles_live ON public.articles USING btree (dated, id) WHERE (deleted_at IS NULL);
CREATE INDEX articles_public ON public.articles USING btree (dated, id) WHERE (is_public AND (deleted_at IS NULL));

-- Every change by staff, written in the transaction of the change; rows are never changed.
create table audit_entries (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  -- The administrator's id and name of then; of a command no id, and the command's name.
  actor_id text,
  actor_name text not null,
  role text,
  action text not null,
  subject_kind text not null,
  -- None for a change of many subjects at once.
  subject_id text,
  subject_title text not null,
  before jsonb not null,
  after jsonb not null,
  -- Of the call: none for a command.
  request_id text,
  network text,
  device text,
  -- Of a run over many: its id.
  run_id text,
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (action, id);
CREATE INDEX audit_entries_by_actor ON public.audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_by_run ON public.audit_entries USING btree (run_id, id) WHERE (run_id IS NOT NULL);
CREATE INDEX audit_entries_by_subject ON public.audit_entries USING btree (subject_kind, subject_id, id);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at, id);

-- SHA-256 over the entries since the seal before, and over that seal; rows are never changed.
create table audit_seals (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  -- The entries from `firstId` to `lastId`; `firstAt` is the time of the oldest of them.
  first_id bigint not null,
  last_id bigint not null,
  entries integer not null,
  first_at timestamp with time zone not null,
  hash text not null,
  constraint audit_seals_pkey PRIMARY KEY (id)
);

-- One row, `books`: when all checks of the books last ran to their end.
create table book_checks (
  name text not null,
  checked_at timestamp with time zone not null,
  constraint book_checks_pkey PRIMARY KEY (name)
);

-- Movements of money and their times, written by the functions that move a payment or a refund.
create table book_entries (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  -- `credited`: owed to a member from now on, as 購物金; no money left the shop.
  kind text not null,
  order_id text collate "C" not null,
  -- In whole NT$, never negative.
  amount bigint not null,
  constraint book_entries_pkey PRIMARY KEY (id),
  constraint book_entries_amount CHECK ((amount >= 0)),
  constraint book_entries_kind CHECK ((kind = ANY (ARRAY['captured'::text, 'withdrawn'::text, 'refunded'::text, 'credited'::text])))
);
CREATE INDEX book_entries_by_order ON public.book_entries USING btree (order_id, kind, amount);
CREATE INDEX book_entries_by_time ON public.book_entries USING btree (at, kind, amount);

-- Findings of the nightly check; reading the list decides whether one still holds.
create table book_findings (
  -- The id of the check.
  kind text not null,
  -- The order, product or group at fault.
  subject_id text collate "C" not null,
  found_at timestamp with time zone default now() not null,
  constraint book_findings_kind_subject_id_pk PRIMARY KEY (kind, subject_id)
);

-- Announcements that the goods of a campaign leave later than was said; days in Taipei.
create table campaign_delays (
  campaign_id text collate "C" not null,
  n integer not null,
  -- Null where no day had been said.
  from_day date,
  to_day date not null,
  reason text not null,
  by text not null,
  at timestamp with time zone default now() not null,
  constraint campaign_delays_campaign_id_n_pk PRIMARY KEY (campaign_id, n),
  constraint campaign_delays_later CHECK ((to_day > from_day)),
  constraint campaign_delays_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);

-- Later ends of a campaign, at most two.
create table campaign_extensions (
  campaign_id text collate "C" not null,
  n integer not null,
  from_time timestamp with time zone not null,
  to_time timestamp with time zone not null,
  reason text not null,
  by text not null,
  at timestamp with time zone default now() not null,
  constraint campaign_extensions_campaign_id_n_pk PRIMARY KEY (campaign_id, n),
  constraint campaign_extensions_later CHECK ((to_time > from_time)),
  constraint campaign_extensions_n CHECK ((n = ANY (ARRAY[1, 2]))),
  constraint campaign_extensions_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);

-- Named leaders, where only they may open a team, or sell.
create table campaign_leaders (
  campaign_id text collate "C" not null,
  member_id text not null,
  constraint campaign_leaders_campaign_id_member_id_pk PRIMARY KEY (campaign_id, member_id),
  constraint campaign_leaders_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
);

-- The live units of a member over all groups: the row that a limit is held against.
create table campaign_members (
  campaign_id text collate "C" not null,
  member_id text not null,
  units integer not null,
  constraint campaign_members_campaign_id_member_id_pk PRIMARY KEY (campaign_id, member_id),
  constraint campaign_members_units CHECK ((units >= 0)),
  constraint campaign_members_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);

-- In whole NT$ for one piece.
create table campaign_prices (
  campaign_id text collate "C" not null,
  "position" integer not null,
  product_id text collate "C" not null,
  unit_price integer not null,
  constraint campaign_prices_campaign_id_position_product_id_pk PRIMARY KEY (campaign_id, "position", product_id),
  constraint campaign_prices_unit_price CHECK ((unit_price >= 1)),
  constraint campaign_prices_campaign_id_position_campaign_tiers_campaign_id FOREIGN KEY (campaign_id, "position") REFERENCES campaign_tiers(campaign_id, "position") ON DELETE CASCADE
);

create table campaign_products (
  campaign_id text collate "C" not null,
  product_id text collate "C" not null,
  "position" integer not null,
  snapshot jsonb,
  -- Those chosen of a product with options; null: all that are on sale, at their own differences.
  variants jsonb,
  constraint campaign_products_campaign_id_product_id_pk PRIMARY KEY (campaign_id, product_id),
  constraint campaign_products_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
);
CREATE INDEX campaign_products_by_product ON public.campaign_products USING btree (product_id);

-- Receipts from the supplier; a mistake is taken back by a negative one. Append-only.
create table campaign_receipts (
  id text collate "C" not null,
  campaign_id text collate "C" not null,
  -- As in `stock`.
  product_id text collate "C" not null,
  -- Usable pieces, as the stock has them.
  qty integer not null,
  note text default ''::text not null,
  by text not null,
  at timestamp with time zone default now() not null,
  -- Pieces that came beside them and cannot be given out.
  damaged integer default 0 not null,
  constraint campaign_receipts_pkey PRIMARY KEY (id),
  constraint campaign_receipts_qty CHECK (((qty <> 0) OR (damaged <> 0))),
  constraint campaign_receipts_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);
CREATE INDEX campaign_receipts_by_campaign ON public.campaign_receipts USING btree (campaign_id, product_id);

-- Members who sell the places of a pool by a link.
create table campaign_sellers (
  id text collate "C" not null,
  campaign_id text collate "C" not null,
  member_id text not null,
  -- Part of the link: ten random letters.
  code text not null,
  -- Shown to buyers: 「王○○」.
  shown_name text not null,
  at timestamp with time zone default now() not null,
  -- From then on the link counts for nothing; places of before stay.
  ended_at timestamp with time zone,
  constraint campaign_sellers_pkey PRIMARY KEY (id),
  constraint campaign_sellers_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);
CREATE INDEX campaign_sellers_by_member ON public.campaign_sellers USING btree (member_id, id);
CREATE UNIQUE INDEX campaign_sellers_code ON public.campaign_sellers USING btree (code);
CREATE UNIQUE INDEX campaign_sellers_member ON public.campaign_sellers USING btree (campaign_id, member_id);

-- Steps of the price: from so many pieces on, `campaign_prices` has the prices of a position.
create table campaign_tiers (
  campaign_id text collate "C" not null,
  "position" integer not null,
  from_units integer not null,
  constraint campaign_tiers_campaign_id_position_pk PRIMARY KEY (campaign_id, "position"),
  constraint campaign_tiers_first CHECK ((("position" = 0) = (from_units = 1))),
  constraint campaign_tiers_from CHECK ((from_units >= 1)),
  constraint campaign_tiers_position CHECK ((("position" >= 0) AND ("position" <= 5))),
  constraint campaign_tiers_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX campaign_tiers_from_units ON public.campaign_tiers USING btree (campaign_id, from_units);

-- Members who ask for a group buy of a product; deleted once they were mailed that one opened.
create table campaign_wishes (
  product_id text collate "C" not null,
  member_id text not null,
  wished_at timestamp with time zone default now() not null,
  constraint campaign_wishes_product_id_member_id_pk PRIMARY KEY (product_id, member_id)
);
CREATE INDEX campaign_wishes_by_member ON public.campaign_wishes USING btree (member_id);

-- A draft may leave out all but the title; what is missing is refused when it is published.
create table campaigns (
  id text collate "C" not null,
  num bigint generated always as identity not null,
  -- `pool`: everybody counts in one group; `team`: each leader gathers a group.
  kind text default 'pool'::text not null,
  title text not null,
  description text default ''::text not null,
  pictures jsonb default '[]'::jsonb not null,
  -- `pay_after_success`, or `authorise_capture`: authorised at joining, captured at success.
  money text default 'pay_after_success'::text not null,
  -- Unit of `min_target`: pieces or members. Tiers and `max_units` always count pieces.
  metric text default 'units'::text not null,
  min_target integer,
  max_units integer,
  -- Pieces in a box: only whole boxes are kept at success.
  lot_size integer default 1 not null,
  per_member_limit integer,
  -- Hours that a team has from its opening, at most until `ends_at`; null for a pool.
  team_hours integer,
  -- Only named members may open a team, or sell.
  leaders_only boolean default false not null,
  -- Until when members may leave: the closing, or the moment the target is reached.
  withdraw text default 'until_close'::text not null,
  -- Whether coupons that allow groups can be used.
  coupons boolean default false not null,
  -- `stock`: joining holds pieces; `order`: pieces are ordered from the supplier after success.
  supply text default 'stock'::text not null,
  -- `each`: a parcel for each participant; `leader`: the leader hands out at one place.
  delivery text default 'each'::text not null,
  commission_percent integer default 0 not null,
  -- How long the closing waits for authorisations of cards that are under way.
  grace_minutes integer default 15 not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  state text default 'draft'::text not null,
  outcome text,
  -- Why it was cancelled, for members to read.
  reason text,
  -- Goes up with each change; an edit names the version that it read.
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  -- The day in Taipei on which its goods are expected to leave.
  ships_on date,
  -- Those that participants may choose, where each gets a parcel; empty: all that fit.
  shipping_method_ids text[] default '{}'::text[] not null,
  -- Participants pay the leader after success, who hands the money over to the shop.
  pays_leader boolean default false not null,
  -- From when on its goods may leave, where the leader is paid.
  leader_sending text default 'hand_over'::text not null,
  -- Members sell its places by a link, for the commission; of a pool.
  has_sellers boolean default false not null,
  -- Its texts in English, as far as the owner has written them.
  english jsonb,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_cancelled CHECK (((state <> 'cancelled'::text) OR ((reason IS NOT NULL) AND (outcome = 'cancelled'::text)))),
  constraint campaigns_commission CHECK (((commission_percent >= 0) AND (commission_percent <= 30))),
  constraint campaigns_complete CHECK (((state = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR ((min_target IS NOT NULL) AND (starts_at IS NOT NULL) AND (ends_at IS NOT NULL) AND ((kind = 'team'::text) = (team_hours IS NOT NULL))))),
  constraint campaigns_delivery CHECK ((delivery = ANY (ARRAY['each'::text, 'leader'::text]))),
  constraint campaigns_ends_at CHECK ((ends_at > starts_at)),
  constraint campaigns_grace CHECK (((grace_minutes >= 0) AND (grace_minutes <= 60))),
  constraint campaigns_has_sellers CHECK (((NOT has_sellers) OR (kind = 'pool'::text))),
  constraint campaigns_kind CHECK ((kind = ANY (ARRAY['pool'::text, 'team'::text]))),
  constraint campaigns_leader_sending CHECK ((leader_sending = ANY (ARRAY['hand_over'::text, 'tick'::text, 'success'::text]))),
  constraint campaigns_lot_size CHECK (((lot_size >= 1) AND (lot_size <= 1000))),
  constraint campaigns_max_units CHECK ((((max_units >= min_target) AND (max_units <= 1000000)) AND ((max_units % lot_size) = 0))),
  constraint campaigns_metric CHECK ((metric = ANY (ARRAY['units'::text, 'members'::text]))),
  constraint campaigns_min_target CHECK (((min_target >= 1) AND (min_target <= 100000))),
  constraint campaigns_money CHECK ((money = ANY (ARRAY['pay_after_success'::text, 'authorise_capture'::text]))),
  constraint campaigns_outcome CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  constraint campaigns_pays_leader CHECK (((NOT pays_leader) OR (money = 'pay_after_success'::text))),
  constraint campaigns_per_member_limit CHECK (((per_member_limit >= 1) AND (per_member_limit <= 9999))),
  constraint campaigns_state CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'open'::text, 'closing'::text, 'succeeded'::text, 'failed'::text, 'settled'::text, 'cancelled'::text]))),
  constraint campaigns_supply CHECK ((supply = ANY (ARRAY['stock'::text, 'order'::text]))),
  constraint campaigns_team_hours_bounds CHECK (((team_hours >= 1) AND (team_hours <= 720))),
  constraint campaigns_title CHECK (((char_length(title) >= 1) AND (char_length(title) <= 60))),
  constraint campaigns_withdraw CHECK ((withdraw = ANY (ARRAY['until_close'::text, 'until_reached'::text])))
);
CREATE INDEX campaigns_by_state ON public.campaigns USING btree (state, ends_at) WHERE (archived_at IS NULL);
CREATE INDEX campaigns_live ON public.campaigns USING btree (id) WHERE (archived_at IS NULL);

create table cart_lines (
  id text collate "C" not null,
  owner text not null,
  -- As in `stock`.
  product_id text collate "C" not null,
  qty integer not null,
  -- Unknown properties of the input, kept and given back.
  extra jsonb default '{}'::jsonb not null,
  constraint cart_lines_pkey PRIMARY KEY (id),
  constraint cart_lines_qty CHECK (((qty >= 1) AND (qty <= 9999))),
  constraint cart_lines_owner_carts_owner_fk FOREIGN KEY (owner) REFERENCES carts(owner) ON DELETE CASCADE,
  constraint cart_lines_product UNIQUE (owner, product_id)
);

-- One live cart a shopper: the owner is the key. An owner is `m:` and a member's id, or `g:` and the hash of a guest's id.
create table carts (
  owner text not null,
  coupon_id text collate "C",
  updated_at timestamp with time zone default now() not null,
  constraint carts_pkey PRIMARY KEY (owner),
  constraint carts_owner CHECK ((owner ~ '^[mg]:.'::text)),
  constraint carts_coupon_id_coupons_id_fk FOREIGN KEY (coupon_id) REFERENCES coupons(id)
);
CREATE INDEX carts_by_update ON public.carts USING btree (updated_at);

-- Settings of a category, which is itself a text of its products. Without a row it has none.
create table categories (
  name text not null,
  -- Its place among the categories; null: after those that have one, by the newest product.
  "position" integer,
  -- As pictures of products are stored; empty for none.
  picture text default ''::text not null,
  -- Plain, shown above its products.
  text text default ''::text not null,
  constraint categories_pkey PRIMARY KEY (name),
  constraint categories_name CHECK ((name <> ''::text))
);

-- Things that closed months hold, each in one month for ever: `book` is an entry of the books, `invoice` one that was issued, `void`, `allowance`, and `payout` a line of a settlement file. Append-only.
create table closed_month_items (
  kind text not null,
  item text collate "C" not null,
  month text not null,
  constraint closed_month_items_kind_item_pk PRIMARY KEY (kind, item),
  constraint closed_month_items_month_closed_months_month_fk FOREIGN KEY (month) REFERENCES closed_months(month)
);
CREATE INDEX closed_month_items_by_month ON public.closed_month_items USING btree (month);

-- A month of the books as it was given to the accountant. Append-only.
create table closed_months (
  -- In Taipei, `2026-10`.
  month text not null,
  closed_at timestamp with time zone default now() not null,
  -- The name of the account, then.
  closed_by text not null,
  figures jsonb not null,
  -- A workbook (.xlsx).
  file bytea not null,
  constraint closed_months_pkey PRIMARY KEY (month)
);

-- Commission of leaders: earned is positive, reversed and paid are negative. Append-only.
create table commission_entries (
  id text collate "C" not null,
  group_id text collate "C",
  leader_id text not null,
  order_id text collate "C",
  kind text not null,
  -- In whole NT$, as it changes the balance.
  amount bigint not null,
  note text default ''::text not null,
  by text not null,
  at timestamp with time zone default now() not null,
  constraint commission_entries_pkey PRIMARY KEY (id),
  constraint commission_entries_amount CHECK (
CASE
    WHEN (kind = 'earned'::text) THEN (amount >= 0)
    ELSE (amount <= 0)
END),
  constraint commission_entries_kind CHECK ((kind = ANY (ARRAY['earned'::text, 'reversed'::text, 'paid'::text]))),
  constraint commission_entries_order CHECK (((kind = 'paid'::text) = (order_id IS NULL))),
  constraint commission_entries_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint commission_entries_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX commission_entries_by_group ON public.commission_entries USING btree (group_id);
CREATE INDEX commission_entries_by_leader ON public.commission_entries USING btree (leader_id, id);
CREATE INDEX commission_entries_by_order ON public.commission_entries USING btree (order_id);
CREATE UNIQUE INDEX commission_entries_earned_once ON public.commission_entries USING btree (order_id) WHERE (kind = 'earned'::text);

-- Which version a member or the shopper of an order was shown.
create table consents (
  id bigint generated always as identity not null,
  version integer not null,
  member_id text,
  order_id text collate "C",
  at timestamp with time zone default now() not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_version_policy_versions_version_fk FOREIGN KEY (version) REFERENCES policy_versions(version),
  constraint consents_order UNIQUE (order_id)
);
CREATE INDEX consents_by_member ON public.consents USING btree (member_id, id);

-- One row for each order with a discount by a coupon; given back when the order is cancelled.
create table coupon_uses (
  order_id text collate "C" not null,
  coupon_id text collate "C" not null,
  -- The owner of the order.
  owner text not null,
  -- In whole NT$: what the order costs less.
  discount bigint not null,
  used_at timestamp with time zone default now() not null,
  returned_at timestamp with time zone,
  constraint coupon_uses_pkey PRIMARY KEY (order_id),
  constraint coupon_uses_discount CHECK ((discount >= 0)),
  constraint coupon_uses_coupon_id_coupons_id_fk FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint coupon_uses_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX coupon_uses_by_coupon ON public.coupon_uses USING btree (coupon_id, order_id);
CREATE INDEX coupon_uses_by_time ON public.coupon_uses USING btree (used_at) WHERE (returned_at IS NULL);
CREATE INDEX coupon_uses_counting ON public.coupon_uses USING btree (coupon_id, owner) WHERE (returned_at IS NULL);

-- Deleted coupons stay as rows, so that a cart which holds one can still name it.
create table coupons (
  id text collate "C" not null,
  num bigint generated always as identity not null,
  title text not null,
  code text not null,
  -- Percent of the price that is left to pay: 80 is 20 % off (8 折).
  percent integer not null,
  -- As the client sent it: seconds below 1e11, else milliseconds; may have a fraction.
  due_date double precision not null,
  -- The same instant, for comparing and sorting.
  due_at timestamp with time zone not null,
  is_enabled boolean not null,
  -- Unknown properties of the input, kept and given back.
  extra jsonb not null,
  -- The rules. Null or false: the coupon has no such rule.
  max_uses integer,
  max_uses_per_member integer,
  -- In whole NT$, of the lines that the coupon covers.
  min_total bigint,
  is_first_order_only boolean default false not null,
  -- As the client sent it, like `dueDate`, and the same instant.
  valid_from double precision,
  valid_from_at timestamp with time zone,
  -- With one of these two, the coupon covers the products of either alone.
  categories text[],
  product_ids text[],
  allows_group boolean default false not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by text,
  deletion text collate "C",
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_max_uses CHECK (((max_uses >= 1) AND (max_uses <= 1000000))),
  constraint coupons_max_uses_per_member CHECK (((max_uses_per_member >= 1) AND (max_uses_per_member <= 1000000))),
  constraint coupons_min_total CHECK ((min_total > 0)),
  constraint coupons_percent CHECK (((percent >= 1) AND (percent <= 100)))
);
CREATE INDEX coupons_archived ON public.coupons USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX coupons_by_code ON public.coupons USING btree (code, id) WHERE (deleted_at IS NULL);
CREATE INDEX coupons_by_due ON public.coupons USING btree (due_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX coupons_by_enabled ON public.coupons USING btree (is_enabled, id) WHERE (deleted_at IS NULL);
CREATE INDEX coupons_by_percent ON public.coupons USING btree (percent, id) WHERE (deleted_at IS NULL);
CREATE INDEX coupons_by_title ON public.coupons USING btree (title, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX coupons_code ON public.coupons USING btree (lower(code)) WHERE (deleted_at IS NULL);
CREATE INDEX coupons_live ON public.coupons USING btree (id) WHERE (deleted_at IS NULL);

-- The sums of the ledger by member: the row that is locked before anything of a member moves.
create table credit_balances (
  member_id text collate "C" not null,
  -- In whole NT$.
  credit bigint default 0 not null,
  points bigint default 0 not null,
  -- The member was told by mail of all that ends until this day.
  told_until date,
  constraint credit_balances_pkey PRIMARY KEY (member_id),
  constraint credit_balances_amounts CHECK (((credit >= 0) AND (points >= 0)))
);

-- The ledger of what members have at the shop, in whole NT$. Append-only.
create table credit_entries (
  id text collate "C" not null,
  member_id text collate "C" not null,
  kind text not null,
  lot text collate "C" not null,
  -- In whole NT$; below 0: taken from the member.
  amount bigint not null,
  cause text not null,
  order_id text collate "C",
  refund_id text collate "C",
  -- Percent of the goods that an order has earned.
  percent integer,
  -- The last day of the lot, in Taipei; the latest of its entries counts.
  ends_on date,
  actor text not null,
  -- Of the staff, for the member to read.
  reason text default ''::text not null,
  at timestamp with time zone default now() not null,
  constraint credit_entries_pkey PRIMARY KEY (id),
  constraint credit_entries_amount CHECK (
CASE
    WHEN ((id = lot) OR (cause = 'order_given_back'::text)) THEN (amount > 0)
    ELSE (amount < 0)
END),
  constraint credit_entries_cause CHECK ((cause = ANY (ARRAY['refund'::text, 'gift'::text, 'hand'::text, 'order_used'::text, 'order_given_back'::text, 'earned'::text, 'taken_back'::text, 'expired'::text]))),
  constraint credit_entries_kind CHECK ((kind = ANY (ARRAY['credit'::text, 'points'::text])))
);
CREATE INDEX credit_entries_by_end ON public.credit_entries USING btree (ends_on, lot) WHERE (ends_on IS NOT NULL);
CREATE INDEX credit_entries_by_lot ON public.credit_entries USING btree (lot);
CREATE INDEX credit_entries_by_member ON public.credit_entries USING btree (member_id, id);
CREATE INDEX credit_entries_by_order ON public.credit_entries USING btree (order_id, cause) WHERE (order_id IS NOT NULL);

-- Notes of the staff on a customer, never to be seen by a shopper.
create table customer_notes (
  id text collate "C" not null,
  customer bigint not null,
  text text not null,
  -- The author's name.
  author text not null,
  created_at timestamp with time zone default now() not null,
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_customer_customers_num_fk FOREIGN KEY (customer) REFERENCES customers(num) ON DELETE CASCADE
);
CREATE INDEX customer_notes_by_customer ON public.customer_notes USING btree (customer, id);

create table customer_tags (
  customer bigint not null,
  tag text not null,
  constraint customer_tags_customer_tag_pk PRIMARY KEY (customer, tag),
  constraint customer_tags_customer_customers_num_fk FOREIGN KEY (customer) REFERENCES customers(num) ON DELETE CASCADE
);
CREATE INDEX customer_tags_by_tag ON public.customer_tags USING btree (tag, customer);

-- Customers who have ordered: each a member, all guests with one e-mail address, or a guest without one.
create table customers (
  -- The customer number.
  num bigint generated always as identity not null,
  -- `m:` and a member's id, `e:` and a folded e-mail address, or a guest without one: see `customerKey`.
  key text collate "C" not null,
  -- Contact of the last order.
  name text default ''::text not null,
  email text default ''::text not null,
  email_key text generated always as (fold_email(email)) stored,
  tel text default ''::text not null,
  search_terms tsvector,
  constraint customers_pkey PRIMARY KEY (num),
  constraint customers_key UNIQUE (key)
);
CREATE INDEX customers_by_email ON public.customers USING btree (email_key COLLATE "C");
CREATE INDEX customers_by_terms ON public.customers USING gin (search_terms) WITH (gin_pending_list_limit='256');
CREATE INDEX customers_without_terms ON public.customers USING btree (num) WHERE (search_terms IS NULL);

-- One row: what the nightly check of the data has found, as sentences for the back office.
create table data_check (
  is_last boolean default true not null,
  at timestamp with time zone default now() not null,
  findings jsonb not null,
  constraint data_check_pkey PRIMARY KEY (is_last),
  constraint data_check_one_row CHECK (is_last)
);

-- The last answer of a place to one of them.
create table delay_answers (
  participation_id text collate "C" not null,
  campaign_id text collate "C" not null,
  n integer not null,
  answer text not null,
  at timestamp with time zone default now() not null,
  constraint delay_answers_participation_id_n_pk PRIMARY KEY (participation_id, n),
  constraint delay_answers_answer CHECK ((answer = ANY (ARRAY['wait'::text, 'refund'::text]))),
  constraint delay_answers_campaign_id_n_campaign_delays_campaign_id_n_fk FOREIGN KEY (campaign_id, n) REFERENCES campaign_delays(campaign_id, n),
  constraint delay_answers_participation_id_participations_id_fk FOREIGN KEY (participation_id) REFERENCES participations(id)
);
CREATE INDEX delay_answers_by_delay ON public.delay_answers USING btree (campaign_id, n);

-- The rows of the demo shop, marked when they are written; campaigns and orders that follow from them are marked when the demo is cleared. The ledgers let rows of these go, and no others.
create table demo_rows (
  kind text not null,
  id text collate "C" not null,
  constraint demo_rows_kind_id_pk PRIMARY KEY (kind, id),
  constraint demo_rows_kind CHECK ((kind = ANY (ARRAY['product'::text, 'coupon'::text, 'article'::text, 'member'::text, 'campaign'::text, 'order'::text])))
);

-- One row in a shop that the demo was loaded into: a cleared demo is never loaded again.
create table demo_shop (
  is_only boolean default true not null,
  loaded_at timestamp with time zone default now() not null,
  cleared_at timestamp with time zone,
  constraint demo_shop_pkey PRIMARY KEY (is_only),
  constraint demo_shop_one_row CHECK (is_only)
);

-- The key of these hashes, in one row that the migration makes.
create table erasure_keys (
  is_only boolean default true not null,
  key bytea not null,
  constraint erasure_keys_pkey PRIMARY KEY (is_only),
  constraint erasure_keys_one CHECK (is_only)
);

-- Erasures and deleted accounts, as keyed hashes, for restores to repeat. Append-only.
create table erasures (
  id bigint generated always as identity not null,
  hash text not null,
  at timestamp with time zone default now() not null,
  constraint erasures_pkey PRIMARY KEY (id)
);

-- Keys of the addresses by which others read the catalogue; they protect nothing that is not public.
create table feed_keys (
  id text collate "C" not null,
  key text not null,
  created_at timestamp with time zone default now() not null,
  -- The name of the account.
  created_by text not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint feed_keys_pkey PRIMARY KEY (id),
  constraint feed_keys_key UNIQUE (key)
);
CREATE INDEX feed_keys_in_use ON public.feed_keys USING btree (id) WHERE (revoked_at IS NULL);

-- Codes of links that make the first administrator, hashed; all end with the first account.
create table first_admin_codes (
  code_hash text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint first_admin_codes_pkey PRIMARY KEY (code_hash)
);

-- Every callback as it came: one that is believed whole and once, of any other a head and a hash.
create table gateway_callbacks (
  id bigint generated always as identity not null,
  -- `notify` or `number`; of any other provider than ECPay after its name and a dot.
  kind text not null,
  -- Emptied when it is old.
  body bytea not null,
  -- SHA-256 of the whole, of one that was not believed or whose body was emptied.
  body_hash text,
  -- The same for all copies of a believed one.
  digest text,
  -- How often it came, and when last.
  times integer default 1 not null,
  last_at timestamp with time zone default now() not null,
  network text not null,
  received_at timestamp with time zone default now() not null,
  -- Null: it was not read to its end.
  outcome text,
  -- Why it was refused.
  reason text,
  constraint gateway_callbacks_pkey PRIMARY KEY (id),
  constraint gateway_callbacks_outcome CHECK ((outcome = ANY (ARRAY['applied'::text, 'refused'::text])))
);
CREATE INDEX gateway_callbacks_by_age ON public.gateway_callbacks USING btree (received_at);
CREATE UNIQUE INDEX gateway_callbacks_by_digest ON public.gateway_callbacks USING btree (kind, digest);
CREATE INDEX gateway_callbacks_with_body ON public.gateway_callbacks USING btree (received_at) WHERE (body <> '\x'::bytea);

-- When the nodes may call a gateway again; a row for each provider.
create table gateway_pace (
  provider text not null,
  paused_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  next_query_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint gateway_pace_pkey PRIMARY KEY (provider)
);

-- Every move along the three tables of states. Append-only.
create table group_events (
  id bigint generated always as identity not null,
  campaign_id text collate "C" not null,
  group_id text collate "C",
  participation_id text collate "C",
  event text not null,
  -- Null for what begins with it.
  from_state text,
  to_state text not null,
  -- An owner as in `orders`, `a:` and an administrator's id, or `s:` and the kind of actor.
  actor text not null,
  detail jsonb default '{}'::jsonb not null,
  at timestamp with time zone default now() not null,
  constraint group_events_pkey PRIMARY KEY (id),
  constraint group_events_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint group_events_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint group_events_participation_id_participations_id_fk FOREIGN KEY (participation_id) REFERENCES participations(id)
);
CREATE INDEX group_events_by_campaign ON public.group_events USING btree (campaign_id, id);
CREATE INDEX group_events_by_group ON public.group_events USING btree (group_id, id);
CREATE INDEX group_events_by_participation ON public.group_events USING btree (participation_id, id);

-- Pardons of a member by the staff: places that lapsed before no longer count against joining.
create table group_pardons (
  id text collate "C" not null,
  member_id text not null,
  by text not null,
  at timestamp with time zone default now() not null,
  constraint group_pardons_pkey PRIMARY KEY (id)
);
CREATE INDEX group_pardons_by_member ON public.group_pardons USING btree (member_id, at);

-- One gathering of a campaign, with counts of units and members.
create table groups (
  id text collate "C" not null,
  campaign_id text collate "C" not null,
  -- Part of its URL: 128 random bits in base64url.
  code text not null,
  -- A pool has one group; null for teams.
  pool_of text collate "C",
  leader_id text,
  state text default 'forming'::text not null,
  opened_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  closing_reason text,
  -- Until then its closing waits for authorisations of cards.
  grace_until timestamp with time zone,
  max_units integer,
  units_taken integer default 0 not null,
  members_taken integer default 0 not null,
  units_counted integer default 0 not null,
  members_counted integer default 0 not null,
  units_final integer,
  members_final integer,
  final_tier integer,
  outcome text,
  -- Why it was cancelled, for members to read.
  reason text,
  reached_at timestamp with time zone,
  decided_at timestamp with time zone,
  -- The owner's decision about a shortfall after payments.
  shortfall text,
  -- Place where the leader hands out, with delivery `leader`.
  pickup_place text default ''::text not null,
  -- Goes up with each change: a decision holds only for the version that it read.
  version integer default 1 not null,
  -- How the leader is paid, in the leader's own words, of a campaign that is paid to its leader.
  pay_ways jsonb,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_closing_reason CHECK ((closing_reason = ANY (ARRAY['deadline'::text, 'full'::text, 'early'::text]))),
  constraint groups_decided CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text, 'settled'::text])) <= ((decided_at IS NOT NULL) AND (outcome IS NOT NULL)))),
  constraint groups_members CHECK (((0 <= members_counted) AND (members_counted <= members_taken))),
  constraint groups_outcome CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  constraint groups_pool_of CHECK (((pool_of IS NULL) OR (pool_of = campaign_id))),
  constraint groups_shortfall CHECK ((shortfall = ANY (ARRAY['ship'::text, 'cancel'::text]))),
  constraint groups_state CHECK ((state = ANY (ARRAY['forming'::text, 'reached'::text, 'closing'::text, 'succeeded'::text, 'failed'::text, 'settled'::text, 'cancelled'::text]))),
  constraint groups_units CHECK (((0 <= units_counted) AND (units_counted <= units_taken) AND (units_taken <= max_units))),
  constraint groups_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);
CREATE INDEX groups_by_campaign ON public.groups USING btree (campaign_id, id);
CREATE INDEX groups_by_leader ON public.groups USING btree (leader_id) WHERE (leader_id IS NOT NULL);
CREATE UNIQUE INDEX groups_code ON public.groups USING btree (code);
CREATE UNIQUE INDEX groups_leading ON public.groups USING btree (campaign_id, leader_id) WHERE ((pool_of IS NULL) AND (state = ANY (ARRAY['forming'::text, 'reached'::text, 'closing'::text])));
CREATE UNIQUE INDEX groups_pool ON public.groups USING btree (pool_of);
CREATE INDEX groups_to_close ON public.groups USING btree (expires_at) WHERE (state = ANY (ARRAY['forming'::text, 'reached'::text]));
CREATE INDEX groups_to_settle ON public.groups USING btree (state) WHERE (state = ANY (ARRAY['closing'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]));

-- Six digits by which the shopper of an order proves at the hand-out that it is theirs.
create table hand_out_codes (
  order_id text collate "C" not null,
  -- Unique among all that are kept: a leader has several groups, and the staff all of them.
  code text not null,
  created_at timestamp with time zone default now() not null,
  -- When the goods were handed out: since then it is void. Null again after an undo.
  used_at timestamp with time zone,
  -- Reminders to fetch the goods.
  reminded_at timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  constraint hand_out_codes_pkey PRIMARY KEY (order_id),
  constraint hand_out_codes_digits CHECK ((code ~ '^[0-9]{6}$'::text)),
  constraint hand_out_codes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX hand_out_codes_code ON public.hand_out_codes USING btree (code);

-- The saved answers of writes that came with an `Idempotency-Key`; a key belongs to its owner.
create table idempotency_keys (
  owner text not null,
  key text not null,
  -- A hash of the call and its body: another body under the same key is refused.
  request_hash text not null,
  reply jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_owner_key_pk PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

-- The lines of an import as they were in the file, and what the dry run says of them; for 2 days.
create table import_lines (
  run_id text collate "C" not null,
  -- As a spreadsheet counts: the heading is 1.
  line integer not null,
  cells jsonb not null,
  -- Null until it is checked.
  outcome text,
  subject_id text collate "C",
  title text default ''::text not null,
  changes jsonb default '[]'::jsonb not null,
  errors jsonb default '[]'::jsonb not null,
  plan jsonb,
  -- Of another shop's file: where it says so, in words; the line is then one of this shop's file.
  place text,
  constraint import_lines_run_id_line_pk PRIMARY KEY (run_id, line),
  constraint import_lines_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX import_lines_by_outcome ON public.import_lines USING btree (run_id, outcome, line);

-- Columns of files as the owner has matched them by hand; the next file of the kind is read so.
create table import_matches (
  kind text not null,
  preset text not null,
  -- The heading, folded.
  word text not null,
  -- Empty: the column is left out.
  field text not null,
  changed_at timestamp with time zone default now() not null,
  constraint import_matches_kind_preset_word_pk PRIMARY KEY (kind, preset, word)
);

-- Pictures of products of another shop, which a job brings here; kept with their run.
create table imported_pictures (
  run_id text collate "C" not null,
  product_id text collate "C" not null,
  -- At the other shop.
  address text not null,
  state text default 'waiting'::text not null,
  -- Why it failed, in words for the owner.
  reason text,
  constraint imported_pictures_run_id_product_id_address_pk PRIMARY KEY (run_id, product_id, address),
  constraint imported_pictures_state CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint imported_pictures_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);

-- Pages that the shop writes, such as 關於我們.
create table info_pages (
  id text collate "C" not null,
  title text not null,
  -- The last part of the address.
  slug text not null,
  content text not null,
  is_public boolean not null,
  -- Of the link that shows the draft; another one after each publication.
  preview text not null,
  changed_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by text,
  deletion text collate "C",
  -- Shown on the pages of all products, too, while it is public.
  is_on_products boolean default false not null,
  -- Its texts in English, as far as the owner has written them.
  english jsonb,
  constraint info_pages_pkey PRIMARY KEY (id),
  constraint info_pages_slug_form CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);
CREATE INDEX info_pages_archived ON public.info_pages USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX info_pages_live ON public.info_pages USING btree (changed_at, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX info_pages_slug ON public.info_pages USING btree (slug) WHERE (deleted_at IS NULL);

-- An allowance (折讓) of an invoice, from the intent to make it.
create table invoice_allowances (
  id text collate "C" not null,
  invoice_id text collate "C" not null,
  -- In whole NT$: the sum of its lines.
  amount bigint not null,
  lines jsonb not null,
  state text default 'queued'::text not null,
  -- The provider's (折讓單號).
  number text,
  allowed_at timestamp with time zone,
  message text,
  is_blocked boolean default false not null,
  attempts integer default 0 not null,
  failures integer default 0 not null,
  not_before timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  state_since timestamp with time zone default now() not null,
  constraint invoice_allowances_pkey PRIMARY KEY (id),
  constraint invoice_allowances_allowed CHECK ((((state = 'allowed'::text) = (allowed_at IS NOT NULL)) AND ((state <> 'allowed'::text) OR (number IS NOT NULL)))),
  constraint invoice_allowances_amount CHECK ((amount > 0)),
  constraint invoice_allowances_state CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'allowed'::text, 'failed'::text, 'dropped'::text]))),
  constraint invoice_allowances_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE
);
CREATE INDEX invoice_allowances_by_invoice ON public.invoice_allowances USING btree (invoice_id, id);
CREATE INDEX invoice_allowances_by_time ON public.invoice_allowances USING btree (allowed_at);
CREATE UNIQUE INDEX invoice_allowances_one_to_make ON public.invoice_allowances USING btree (invoice_id) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text, 'failed'::text]));
CREATE INDEX invoice_allowances_open ON public.invoice_allowances USING btree (id) WHERE (is_blocked OR (state = ANY (ARRAY['queued'::text, 'sending'::text])));

-- Numbers that a period has left, as the provider said last; one row a period.
create table invoice_numbers (
  -- Its first month: `2026-11`.
  period text not null,
  left_over integer not null,
  all_of_it integer not null,
  asked_at timestamp with time zone default now() not null,
  constraint invoice_numbers_pkey PRIMARY KEY (period),
  constraint invoice_numbers_left CHECK (((left_over >= 0) AND (left_over <= all_of_it)))
);

-- An invoice (電子發票) of an order, from the intent to issue it. An order may have several.
create table invoices (
  id text collate "C" not null,
  order_id text collate "C" not null,
  -- Ours (RelateNumber), unique for ever, the same for each try; it follows from the order.
  number text not null,
  -- In whole NT$: the sum of its lines.
  amount bigint not null,
  lines jsonb not null,
  -- As it was sent; null once the person was erased.
  choice jsonb,
  is_donated boolean not null,
  state text default 'queued'::text not null,
  -- The account with which it is issued: it is asked for and made void there, too.
  merchant text not null,
  -- Nothing of it was told to the ministry.
  is_trial boolean not null,
  -- 發票號碼 and 隨機碼.
  invoice_number text,
  random_number text,
  issued_at timestamp with time zone,
  void_reason text,
  voided_at timestamp with time zone,
  -- The provider does not make it void: money that goes back needs an allowance.
  is_void_refused boolean default false not null,
  message text,
  is_blocked boolean default false not null,
  attempts integer default 0 not null,
  failures integer default 0 not null,
  not_before timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  state_since timestamp with time zone default now() not null,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_amount CHECK ((amount > 0)),
  constraint invoices_issued CHECK (((state <> ALL (ARRAY['issued'::text, 'voiding'::text, 'voided'::text])) OR ((invoice_number IS NOT NULL) AND (issued_at IS NOT NULL)))),
  constraint invoices_state CHECK ((state = ANY (ARRAY['queued'::text, 'issuing'::text, 'issued'::text, 'voiding'::text, 'voided'::text, 'failed'::text, 'dropped'::text]))),
  constraint invoices_voided_at CHECK (((state = 'voided'::text) = (voided_at IS NOT NULL))),
  constraint invoices_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint invoices_number UNIQUE (number)
);
CREATE INDEX invoices_by_issue ON public.invoices USING btree (issued_at);
CREATE INDEX invoices_by_number ON public.invoices USING btree (invoice_number);
CREATE INDEX invoices_by_order ON public.invoices USING btree (order_id, id);
CREATE INDEX invoices_by_state ON public.invoices USING btree (state, id);
CREATE INDEX invoices_by_void ON public.invoices USING btree (voided_at) WHERE (voided_at IS NOT NULL);
CREATE UNIQUE INDEX invoices_one_to_issue ON public.invoices USING btree (order_id) WHERE (state = ANY (ARRAY['queued'::text, 'issuing'::text, 'failed'::text]));
CREATE INDEX invoices_open ON public.invoices USING btree (id) WHERE (is_blocked OR (state = ANY (ARRAY['queued'::text, 'issuing'::text, 'voiding'::text])));

-- Hand-overs of a leader to the shop: announced by the leader, booked by the shop with what it really received, or booked without an announcement. Only a booked one is money of the shop.
create table leader_hand_overs (
  id text collate "C" not null,
  group_id text collate "C" not null,
  -- In whole NT$, as announced; of one without an announcement, as booked.
  amount bigint not null,
  way text not null,
  last_five text,
  note text default ''::text not null,
  by text not null,
  at timestamp with time zone default now() not null,
  -- In whole NT$, what the shop received.
  booked bigint,
  booked_at timestamp with time zone,
  booked_by text,
  -- Withdrawn by the leader, or taken back by the shop.
  voided_at timestamp with time zone,
  constraint leader_hand_overs_pkey PRIMARY KEY (id),
  constraint leader_hand_overs_amount CHECK (((amount > 0) AND (booked > 0))),
  constraint leader_hand_overs_booked CHECK ((((booked IS NULL) = (booked_at IS NULL)) AND ((booked IS NULL) = (booked_by IS NULL)))),
  constraint leader_hand_overs_way CHECK ((way = ANY (ARRAY['cash'::text, 'transfer'::text, 'line_pay'::text, 'other'::text]))),
  constraint leader_hand_overs_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id)
);
CREATE INDEX leader_hand_overs_by_group ON public.leader_hand_overs USING btree (group_id, id);

-- Payments of participants to the leader of their group, as the leader ticked them: no money of the shop's books.
create table leader_receipts (
  id text collate "C" not null,
  group_id text collate "C" not null,
  participation_id text collate "C" not null,
  order_id text collate "C" not null,
  -- In whole NT$; below 0: given back to the participant.
  amount bigint not null,
  way text not null,
  last_five text,
  note text default ''::text not null,
  -- When the leader got it, as the leader says.
  received_at timestamp with time zone not null,
  by text not null,
  at timestamp with time zone default now() not null,
  voided_at timestamp with time zone,
  constraint leader_receipts_pkey PRIMARY KEY (id),
  constraint leader_receipts_amount CHECK ((amount <> 0)),
  constraint leader_receipts_way CHECK ((way = ANY (ARRAY['cash'::text, 'transfer'::text, 'line_pay'::text, 'other'::text]))),
  constraint leader_receipts_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint leader_receipts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint leader_receipts_participation_id_participations_id_fk FOREIGN KEY (participation_id) REFERENCES participations(id)
);
CREATE INDEX leader_receipts_by_group ON public.leader_receipts USING btree (group_id, id);
CREATE INDEX leader_receipts_by_order ON public.leader_receipts USING btree (order_id);

-- Members who want to be told of their orders by LINE.
create table line_agreements (
  uid text not null,
  agreed_at timestamp with time zone default now() not null,
  constraint line_agreements_pkey PRIMARY KEY (uid),
  constraint line_agreements_uid_members_uid_fk FOREIGN KEY (uid) REFERENCES members(uid) ON DELETE CASCADE
);

-- Events of the official account that are acted on, once each, by the id that LINE gives them.
create table line_events (
  id text not null,
  kind text not null,
  subject text not null,
  -- Of a command: which one.
  command text,
  reply_token text,
  -- By the clock of LINE.
  at timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  constraint line_events_pkey PRIMARY KEY (id),
  constraint line_events_kind CHECK ((kind = ANY (ARRAY['follow'::text, 'unfollow'::text, 'command'::text])))
);
CREATE INDEX line_events_by_age ON public.line_events USING btree (received_at);

-- People who have added the official account, or did; by the id that LINE gives them.
create table line_friends (
  subject text not null,
  is_friend boolean not null,
  -- By the clock of LINE: news of before changes nothing.
  changed_at timestamp with time zone not null,
  constraint line_friends_pkey PRIMARY KEY (subject)
);

-- Messages to members, written in the transaction of their cause and sent afterwards by a job.
create table line_messages (
  id bigint generated always as identity not null,
  uid text not null,
  order_id text collate "C" not null,
  topic text not null,
  -- As LINE takes it; empty once it was sent or dropped.
  content jsonb not null,
  -- LINE takes one message of a key, for a day.
  retry_key text not null,
  -- It waits until this run cannot be undone any more, and has no job until then.
  run_id text collate "C",
  -- Afterwards it tells nothing that helps.
  useful_until timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  -- When it was first handed to LINE with this key.
  tried_at timestamp with time zone,
  state text default 'waiting'::text not null,
  state_since timestamp with time zone default now() not null,
  dropped text,
  last_error text,
  constraint line_messages_pkey PRIMARY KEY (id),
  constraint line_messages_dropped CHECK (((state = 'dropped'::text) = (dropped IS NOT NULL))),
  constraint line_messages_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text]))),
  constraint line_messages_topic CHECK ((topic = ANY (ARRAY['outcome'::text, 'at_store'::text, 'shipped'::text]))),
  constraint line_messages_uid_members_uid_fk FOREIGN KEY (uid) REFERENCES members(uid) ON DELETE CASCADE
);
CREATE INDEX line_messages_by_run ON public.line_messages USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX line_messages_of_member ON public.line_messages USING btree (uid);
CREATE UNIQUE INDEX line_messages_once ON public.line_messages USING btree (order_id, topic);
CREATE INDEX line_messages_sent ON public.line_messages USING btree (state_since) WHERE (state = 'sent'::text);

-- The people of chats, by the names that they have there, for whom orders were entered: who is who, remembered for the next chat of the same leader.
create table line_people (
  id text collate "C" not null,
  -- Whose chats: `m:` and the id of the leader, or `s:shop` where a group has none.
  keeper text not null,
  -- In the chat.
  name text not null,
  -- Its own id, or that of the person who has this name, too.
  person_id text collate "C" not null,
  -- Of the recipient.
  contact_name text not null,
  -- Empty: not told.
  tel text default ''::text not null,
  used_at timestamp with time zone default now() not null,
  constraint line_people_pkey PRIMARY KEY (id)
);
CREATE INDEX line_people_by_person ON public.line_people USING btree (person_id);
CREATE UNIQUE INDEX line_people_name ON public.line_people USING btree (keeper, name);

-- The messages of this month, as LINE last reported them; one row.
create table line_quota (
  id integer default 1 not null,
  -- Null: no limit.
  "limit" integer,
  used integer not null,
  read_at timestamp with time zone default now() not null,
  constraint line_quota_pkey PRIMARY KEY (id),
  constraint line_quota_one CHECK ((id = 1))
);

-- Sign-ins at LINE that are under way. A row leaves with the exchange of its code.
create table line_sign_ins (
  -- SHA-256 of the state that LINE brings back.
  state_hash text not null,
  -- SHA-256 of the cookie of the browser that began.
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  -- The path of the shop that the browser goes on to; empty: the member's page.
  next text not null,
  purpose text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  -- When the browser came back; once alone.
  returned_at timestamp with time zone,
  -- SHA-256 of the code that the page exchanges for a session.
  code_hash text,
  subject text,
  name text,
  picture text,
  email text,
  sealed_token bytea,
  constraint line_sign_ins_pkey PRIMARY KEY (state_hash),
  constraint line_sign_ins_code CHECK (((code_hash IS NULL) OR ((subject IS NOT NULL) AND (returned_at IS NOT NULL))))
);
CREATE UNIQUE INDEX line_sign_ins_by_code ON public.line_sign_ins USING btree (code_hash);
CREATE INDEX line_sign_ins_by_end ON public.line_sign_ins USING btree (expires_at);

-- The columns that an account has chosen for a list; without a row, those of the list.
create table list_columns (
  uid text not null,
  list text not null,
  columns text[] not null,
  constraint list_columns_uid_list_pk PRIMARY KEY (uid, list),
  constraint list_columns_uid_administrators_uid_fk FOREIGN KEY (uid) REFERENCES administrators(uid) ON DELETE CASCADE
);

-- A named view of a list, saved by an account.
create table list_views (
  id text collate "C" not null,
  uid text not null,
  list text not null,
  name text not null,
  -- Filters and order, as they stand in the address.
  query text not null,
  -- The labels of the columns; null: those of the list.
  columns text[],
  is_shared boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint list_views_pkey PRIMARY KEY (id),
  constraint list_views_uid_administrators_uid_fk FOREIGN KEY (uid) REFERENCES administrators(uid) ON DELETE CASCADE
);
CREATE INDEX list_views_by_list ON public.list_views USING btree (list, id);
CREATE UNIQUE INDEX list_views_name ON public.list_views USING btree (uid, list, name);

-- Mails are written in the transaction of their cause and sent afterwards by a worker.
create table mail_outbox (
  id bigint generated always as identity not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- The Message-ID, the same for every attempt, so that a mail sent twice can be recognised.
  message_id text not null,
  created_at timestamp with time zone default now() not null,
  -- When the sweep makes a job for it; the year 2999 while a job or a run has it.
  next_attempt_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  last_error text,
  sent_at timestamp with time zone,
  -- The order that it is about, and which step of it; null for every other mail.
  order_id text collate "C",
  kind text,
  -- Refused for good, or refused too long.
  given_up_at timestamp with time zone,
  -- Waits until this run cannot be undone any more, and has no job until then.
  run_id text collate "C",
  -- It waits for its turn with this priority, and has no job until then.
  waiting_priority integer,
  -- Why it is never sent.
  withheld text,
  -- The hashed network, or empty, behind a mail to an address that nobody has proved; or null.
  network text,
  -- Where a mail program ends the subscription that it is about (RFC 8058); null for all others.
  unsubscribe_url text,
  constraint mail_outbox_pkey PRIMARY KEY (id),
  constraint mail_outbox_withheld CHECK ((withheld = ANY (ARRAY['receiver'::text, 'network'::text, 'superseded'::text]))),
  constraint mail_outbox_message_id_unique UNIQUE (message_id)
);
CREATE INDEX mail_outbox_by_order ON public.mail_outbox USING btree (order_id, id) WHERE (order_id IS NOT NULL);
CREATE INDEX mail_outbox_by_recipient ON public.mail_outbox USING btree (recipient, created_at);
CREATE INDEX mail_outbox_by_run ON public.mail_outbox USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX mail_outbox_due ON public.mail_outbox USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX mail_outbox_waiting ON public.mail_outbox USING btree (waiting_priority DESC NULLS LAST, id) WHERE (waiting_priority IS NOT NULL);
CREATE INDEX mail_outbox_withheld_at ON public.mail_outbox USING btree (created_at) WHERE (withheld IS NOT NULL);

-- A request for a mail, until a job has looked for the account: an address stands here and not in the job.
create table mail_requests (
  id bigint generated always as identity not null,
  content jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_requests_by_age ON public.mail_requests USING btree (created_at);

-- Accounts elsewhere by which members sign in, one of each provider a member.
create table member_identities (
  provider text not null,
  -- The id that the provider gives the person.
  subject text not null,
  uid text not null,
  -- The provider's token of the last sign-in, sealed: by it the permission is given back.
  sealed_token bytea,
  created_at timestamp with time zone default now() not null,
  constraint member_identities_provider_subject_pk PRIMARY KEY (provider, subject),
  constraint member_identities_provider CHECK ((provider = 'line'::text)),
  constraint member_identities_uid_members_uid_fk FOREIGN KEY (uid) REFERENCES members(uid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX member_identities_of_member ON public.member_identities USING btree (uid, provider);

-- Which accounts a mailbox has had, kept beyond their deletion: a new account of the same mailbox is the same customer.
create table member_mailboxes (
  uid text not null,
  -- SHA-256 of what `mailboxOf` gives for the account's address.
  mailbox text not null,
  constraint member_mailboxes_uid_mailbox_pk PRIMARY KEY (uid, mailbox)
);
CREATE INDEX member_mailboxes_by_mailbox ON public.member_mailboxes USING btree (mailbox);

create table members (
  uid text not null,
  -- Null: a member who signs in by another identity has named none.
  email text,
  -- The normalised address: one mailbox, one account.
  email_key text,
  -- Null: the member signs in by another identity alone.
  password_hash text,
  display_name text,
  photo_url text,
  email_verified boolean default false not null,
  is_disabled boolean default false not null,
  -- Tokens carry the version under which they were issued; raising it revokes all older tokens.
  session_version integer default 0 not null,
  -- When sessions were last revoked; the API of the identity provider gives it as `validSince`.
  valid_since timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  last_login_at timestamp with time zone default now() not null,
  -- In which they last signed in; null: Chinese.
  language text,
  constraint members_pkey PRIMARY KEY (uid),
  constraint members_email_whole CHECK ((((email IS NULL) = (email_key IS NULL)) AND ((email IS NOT NULL) OR (NOT email_verified)))) NOT VALID
);
CREATE UNIQUE INDEX members_email_key ON public.members USING btree (email_key);

-- Searches without a hit, by day in Taipei; never by whom.
create table missed_searches (
  day date not null,
  -- Folded.
  word text not null,
  times integer not null,
  last_at timestamp with time zone default now() not null,
  -- As it was typed last; null in rows of before.
  typed text,
  constraint missed_searches_day_word_pk PRIMARY KEY (day, word)
);

-- Addresses for the newsletter. One that unsubscribes goes at once, one that confirms nothing after 7 days.
create table newsletter_subscribers (
  id text collate "C" not null,
  email text not null,
  -- The words that the subscriber agreed to.
  consent text not null,
  requested_at timestamp with time zone default now() not null,
  -- Null until the link of the mail has been followed.
  confirmed_at timestamp with time zone,
  constraint newsletter_subscribers_pkey PRIMARY KEY (id),
  constraint newsletter_subscribers_email_unique UNIQUE (email)
);
CREATE INDEX newsletter_subscribers_confirmed ON public.newsletter_subscribers USING btree (confirmed_at, id) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX newsletter_subscribers_pending ON public.newsletter_subscribers USING btree (requested_at) WHERE (confirmed_at IS NULL);

-- Changes to the prices of the lines: a discount is negative.
create table order_adjustments (
  order_id text collate "C" not null,
  "position" integer not null,
  kind text not null,
  -- The name for people, such as the code of a coupon.
  label text not null,
  -- In hundredths of NT$.
  amount_hundredths bigint not null,
  constraint order_adjustments_order_id_position_pk PRIMARY KEY (order_id, "position"),
  constraint order_adjustments_kind CHECK ((kind = ANY (ARRAY['coupon'::text, 'fee'::text, 'tier'::text, 'credit'::text, 'points'::text]))),
  constraint order_adjustments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);

-- Base of the order numbers of a day; read and written by `next_order_number` alone.
create table order_days (
  day date not null,
  base bigint not null,
  constraint order_days_pkey PRIMARY KEY (day)
);

-- Every change of an order with before and after in `detail`. Append-only.
create table order_events (
  id bigint generated always as identity not null,
  order_id text collate "C" not null,
  kind text not null,
  -- The actor: an owner as in `orders`, or `a:` and an administrator's id.
  actor text not null,
  detail jsonb not null,
  at timestamp with time zone default now() not null,
  constraint order_events_pkey PRIMARY KEY (id)
);
CREATE INDEX order_events_by_order ON public.order_events USING btree (order_id, id);

-- The ordered products at the prices of the order: later changes of a product do not change it.
create table order_lines (
  order_id text collate "C" not null,
  id text collate "C" not null,
  product_id text collate "C" not null,
  qty integer not null,
  -- Price times quantity, in whole NT$.
  total bigint not null,
  -- `total` after the discounts of coupons, in NT$ with hundredths.
  final_total numeric(20,2) not null,
  -- Snapshot of the product at the time of the order.
  product jsonb not null,
  title text generated always as ((product ->> 'title'::text)) stored,
  unit text generated always as ((product ->> 'unit'::text)) stored,
  -- In whole NT$.
  unit_price bigint generated always as (((product ->> 'price'::text))::bigint) stored,
  coupon jsonb,
  extra jsonb default '{}'::jsonb not null,
  -- Null for a product without options.
  variant_id text collate "C",
  variant_title text default ''::text not null,
  sku text,
  constraint order_lines_order_id_id_pk PRIMARY KEY (order_id, id),
  constraint order_lines_qty CHECK (((qty >= 1) AND (qty <= 9999))),
  constraint order_lines_total CHECK (((total >= 0) AND (final_total >= (0)::numeric))),
  constraint order_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_lines_by_product ON public.order_lines USING btree (product_id);
CREATE INDEX order_lines_sold ON public.order_lines USING btree (order_id, product_id, qty, total);

create table orders (
  id text collate "C" not null,
  -- Running number, as clients of the API read it; people read `number`.
  num bigint generated always as identity not null,
  -- As in `carts`, or `a:` and an administrator's id for an order entered by hand.
  owner text not null,
  -- As in `customers`; null once the contact was taken out.
  customer_key text collate "C",
  state text default 'placed'::text not null,
  state_since timestamp with time zone default now() not null,
  -- Whether money counts for it.
  payment_state text default 'unpaid'::text not null,
  -- Amount charged, in whole NT$.
  total bigint not null,
  message text not null,
  contact_name text not null,
  -- `{yymmdd}-{n}` of its day in Taipei: what is read out on the telephone.
  number text default next_order_number(now()) not null,
  user_email text not null,
  user_tel text not null,
  -- As it was written.
  user_address text not null,
  -- Unknown properties of the contact, kept and given back.
  user_extra jsonb not null,
  -- Unknown properties of the order, kept and given back.
  extra jsonb not null,
  -- The group that it is a place of.
  group_id text collate "C",
  -- How it was paid; `on_delivery` and `to_leader` also of one that is to be paid so, and is not yet.
  payment_method text,
  created_at timestamp with time zone default now() not null,
  paid_at timestamp with time zone,
  -- When all that was paid had been given back.
  refunded_at timestamp with time zone,
  -- For the shopper to read.
  cancel_reason text,
  -- When it is cancelled unless it is paid; null: never.
  expires_at timestamp with time zone,
  -- False while nobody may pay it yet, such as before a group has succeeded.
  is_payable boolean default true not null,
  -- `authorise`: the amount is reserved on a card, and captured or released later.
  charge_kind text default 'charge'::text not null,
  deleted_at timestamp with time zone,
  deleted_by text,
  deletion text collate "C",
  -- When its slip was last printed.
  printed_at timestamp with time zone,
  -- Hashes of owner, mailbox and network that an unpaid order counts for; null: of the staff.
  holders text[],
  search_terms tsvector,
  -- Since when a message of the shopper waits for an answer.
  asked_at timestamp with time zone,
  -- Paid, and its goods are still to come from the supplier: it is not packed yet.
  awaits_goods boolean default false not null,
  -- The place in `userAddress`; null where it names none, and of orders of before.
  user_zip text,
  user_county text,
  user_district text,
  -- How it is delivered, as the method was then; null of orders of before.
  shipping jsonb,
  -- Of a paid order: what a change has added to its price, and nobody has paid yet; in whole NT$.
  balance_due bigint default 0 not null,
  -- Shared by the orders that go in one parcel (併單); null: it is sent by itself.
  ships_with text collate "C",
  -- The invoice that the shopper chose; null: none was asked for.
  invoice_kind text,
  invoice_carrier text,
  -- A mobile barcode, or the number of a citizen's certificate.
  invoice_carrier_number text,
  invoice_tax_id text,
  invoice_title text,
  invoice_love_code text,
  -- That of the screens it was placed on, for its mails; null: Chinese.
  language text,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_charge_kind CHECK ((charge_kind = ANY (ARRAY['charge'::text, 'authorise'::text]))),
  constraint orders_owner CHECK ((owner ~ '^[mga]:.'::text)),
  constraint orders_paid_at CHECK (((payment_state = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint orders_payment_state CHECK ((payment_state = ANY (ARRAY['unpaid'::text, 'paid'::text]))),
  constraint orders_placed_unpaid CHECK (((state <> 'placed'::text) OR (payment_state = 'unpaid'::text))),
  constraint orders_state CHECK ((state = ANY (ARRAY['placed'::text, 'paid'::text, 'preparing'::text, 'shipped'::text, 'delivered'::text, 'completed'::text, 'cancelled'::text, 'returned'::text]))),
  constraint orders_total CHECK ((total >= 0)),
  constraint orders_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id)
);
CREATE INDEX orders_archived ON public.orders USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX orders_archived_by_owner ON public.orders USING btree (owner) WHERE (deleted_at IS NOT NULL);
CREATE INDEX orders_by_customer ON public.orders USING btree (customer_key, id, created_at, state);
CREATE INDEX orders_by_deletion ON public.orders USING btree (deletion) WHERE (deletion IS NOT NULL);
CREATE INDEX orders_by_group ON public.orders USING btree (group_id, id) WHERE (group_id IS NOT NULL);
CREATE INDEX orders_by_message ON public.orders USING btree ("left"(message, 100), id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_name ON public.orders USING btree (contact_name, id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_owner ON public.orders USING btree (owner, id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_payment_state ON public.orders USING btree (payment_state, id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_state ON public.orders USING btree (state, id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_terms ON public.orders USING gin (search_terms) WITH (gin_pending_list_limit='256');
CREATE INDEX orders_by_time ON public.orders USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_total ON public.orders USING btree (total, id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_ended ON public.orders USING btree (state_since) WHERE ((state = ANY (ARRAY['completed'::text, 'cancelled'::text, 'returned'::text])) AND (contact_name <> '已去識別化'::text));
CREATE INDEX orders_ended_with_money ON public.orders USING btree (id) WHERE ((payment_state = 'paid'::text) AND ((state = 'cancelled'::text) OR ((deleted_at IS NOT NULL) AND (state = ANY (ARRAY['paid'::text, 'preparing'::text])))));
CREATE INDEX orders_in_hand ON public.orders USING btree (id) WHERE (state = ANY (ARRAY['paid'::text, 'preparing'::text]));
CREATE INDEX orders_live ON public.orders USING btree (id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX orders_number ON public.orders USING btree (number);
CREATE INDEX orders_on_delivery ON public.orders USING btree (id) WHERE ((state = 'placed'::text) AND (payment_method = 'on_delivery'::text));
CREATE INDEX orders_ships_with ON public.orders USING btree (ships_with, id) WHERE (ships_with IS NOT NULL);
CREATE INDEX orders_sold_at ON public.orders USING btree (created_at, id) WHERE (state <> 'cancelled'::text);
CREATE INDEX orders_to_leader_ahead ON public.orders USING btree (id) WHERE ((state = 'placed'::text) AND (payment_method = 'to_leader_ahead'::text));
CREATE INDEX orders_to_pick_up ON public.orders USING btree (id) WHERE ((state = ANY (ARRAY['placed'::text, 'paid'::text, 'preparing'::text, 'shipped'::text])) AND ((shipping ->> 'kind'::text) = 'place'::text));
CREATE INDEX orders_unpaid_by_holder ON public.orders USING gin (holders) WITH (fastupdate='false') WHERE ((state = 'placed'::text) AND (holders IS NOT NULL));
CREATE INDEX orders_without_terms ON public.orders USING btree (id) WHERE (search_terms IS NULL);

-- One row while the shop is on hold, as it is after a restore.
create table outgoing_hold (
  is_held boolean default true not null,
  since timestamp with time zone default now() not null,
  -- When the backup was made that the shop was restored from.
  backup_at timestamp with time zone not null,
  constraint outgoing_hold_pkey PRIMARY KEY (is_held),
  constraint outgoing_hold_one_row CHECK (is_held)
);

create table parcel_lines (
  parcel_id text collate "C" not null,
  line_id text collate "C" not null,
  qty integer not null,
  constraint parcel_lines_parcel_id_line_id_pk PRIMARY KEY (parcel_id, line_id),
  constraint parcel_lines_qty CHECK (((qty >= 1) AND (qty <= 9999))),
  constraint parcel_lines_parcel_id_parcels_id_fk FOREIGN KEY (parcel_id) REFERENCES parcels(id) ON DELETE CASCADE
);

-- Goods of one shipment; an order may have several.
create table parcels (
  id text collate "C" not null,
  order_id text collate "C" not null,
  carrier text not null,
  tracking_number text not null,
  shipped_at timestamp with time zone default now() not null,
  delivered_at timestamp with time zone,
  constraint parcels_pkey PRIMARY KEY (id),
  constraint parcels_carrier CHECK ((carrier = ANY (ARRAY['tcat'::text, 'hct'::text, 'post'::text, 'seven_eleven'::text, 'family'::text, 'own'::text, 'other'::text]))),
  constraint parcels_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX parcels_by_order ON public.parcels USING btree (order_id, id);
CREATE INDEX parcels_by_tracking_number ON public.parcels USING btree (tracking_number) WHERE (tracking_number <> ''::text);

-- One member's place in a group; it is an order with a group.
create table participations (
  id text collate "C" not null,
  -- The order of joining.
  seq bigint generated always as identity not null,
  group_id text collate "C" not null,
  campaign_id text collate "C" not null,
  member_id text not null,
  order_id text collate "C" not null,
  qty integer not null,
  state text not null,
  -- The ceiling that was shown, in whole NT$.
  quoted_total bigint not null,
  final_total bigint,
  -- Whether it may be cut to fewer pieces if it does not fit into the whole lots.
  accepts_fewer boolean not null,
  is_anonymous boolean not null,
  -- Shown to others: 「王○○」.
  shown_name text not null,
  -- Channel of the shared link that led to it, such as `line`, as the browser said.
  via text,
  -- Until then it waits for the authorisation of a card; null: it does not.
  hold_until timestamp with time zone,
  -- When it lapses unless it is paid, as the decision set it; `expires_at` of its order may be later.
  pay_by timestamp with time zone,
  -- Reminders that the leader sent.
  reminded_at timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  handed_out_at timestamp with time zone,
  joined_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  -- Why it ended, for the shopper to read.
  end_reason text,
  version integer default 1 not null,
  -- Of a place that is paid after success: its member has not proved the mailbox yet, so it counts neither for the minimum nor for the price, and ends when its group closes.
  needs_proof boolean default false not null,
  -- The last digits of the account that the member transferred to the leader from.
  last_five text,
  -- The seller whose link led to it; a trigger refuses a change.
  seller_id text collate "C",
  constraint participations_pkey PRIMARY KEY (id),
  constraint participations_ended CHECK (((state = ANY (ARRAY['withdrawn'::text, 'lapsed'::text, 'released'::text])) = (ended_at IS NOT NULL))),
  constraint participations_needs_proof CHECK (((NOT needs_proof) OR (state <> ALL (ARRAY['authorised'::text, 'awaiting_payment'::text, 'confirmed'::text])))),
  constraint participations_qty CHECK (((qty >= 1) AND (qty <= 9999))),
  constraint participations_state CHECK ((state = ANY (ARRAY['held'::text, 'authorised'::text, 'awaiting_payment'::text, 'confirmed'::text, 'withdrawn'::text, 'lapsed'::text, 'released'::text]))),
  constraint participations_totals CHECK (((quoted_total >= 0) AND ((final_total >= 0) AND (final_total <= quoted_total)))),
  constraint participations_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint participations_group_id_groups_id_fk FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint participations_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint participations_seller_id_campaign_sellers_id_fk FOREIGN KEY (seller_id) REFERENCES campaign_sellers(id)
);
CREATE INDEX participations_by_campaign ON public.participations USING btree (campaign_id, state);
CREATE INDEX participations_by_group ON public.participations USING btree (group_id, seq);
CREATE INDEX participations_by_member ON public.participations USING btree (member_id, id);
CREATE INDEX participations_by_seller ON public.participations USING btree (seller_id) WHERE (seller_id IS NOT NULL);
CREATE UNIQUE INDEX participations_live ON public.participations USING btree (group_id, member_id) WHERE (state = ANY (ARRAY['held'::text, 'authorised'::text, 'awaiting_payment'::text, 'confirmed'::text]));
CREATE UNIQUE INDEX participations_order ON public.participations USING btree (order_id);
CREATE INDEX participations_to_hold ON public.participations USING btree (hold_until) WHERE (state = 'held'::text);
CREATE INDEX participations_to_pay ON public.participations USING btree (pay_by) WHERE (state = 'awaiting_payment'::text);
CREATE INDEX participations_to_prove ON public.participations USING btree (member_id) WHERE ((state = 'held'::text) AND needs_proof);

-- One attempt to pay an order; at most one of an order counts.
create table payments (
  id text collate "C" not null,
  order_id text collate "C" not null,
  provider text not null,
  method text not null,
  -- In whole NT$.
  amount bigint not null,
  status text not null,
  -- The id of the payment at the provider.
  reference text not null,
  created_at timestamp with time zone default now() not null,
  state_since timestamp with time zone default now() not null,
  -- Our number of the trade at a gateway, unique for ever.
  trade_no text,
  -- False for money that came beside what the order was paid with.
  counts boolean default true not null,
  -- The gateway's number of the trade.
  gateway_trade_no text,
  -- The gateway's number of a card's authorisation.
  authorisation text,
  -- Received or authorised, in whole NT$; null: the amount.
  captured_amount bigint,
  task text,
  task_since timestamp with time zone,
  -- Charged part of an authorised amount, in whole NT$; null: all of it.
  charged_amount bigint,
  -- The gateway's words, for the owner.
  message text,
  -- Payment number for a machine, a bank or a counter, and its deadline.
  number jsonb,
  due_at timestamp with time zone,
  -- The account at the gateway with which it was begun: it is asked, refunded and notified by it.
  merchant text,
  -- It pays what a change has added to the price, beside the payment that counts.
  supplements boolean default false not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_amount CHECK ((amount >= 0)),
  constraint payments_status CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'authorised'::text, 'succeeded'::text, 'failed'::text, 'expired'::text, 'voided'::text]))),
  constraint payments_task CHECK ((task = ANY (ARRAY['capture'::text, 'capture_failed'::text, 'void'::text, 'void_failed'::text]))),
  constraint payments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint payments_trade_no UNIQUE (trade_no)
);
CREATE INDEX payments_by_order ON public.payments USING btree (order_id);
CREATE INDEX payments_by_task ON public.payments USING btree (task, task_since) WHERE (task IS NOT NULL);
CREATE UNIQUE INDEX payments_one_that_counts ON public.payments USING btree (order_id) WHERE ((status = ANY (ARRAY['authorised'::text, 'succeeded'::text])) AND counts);
CREATE INDEX payments_that_do_not_count ON public.payments USING btree (order_id) WHERE ((status = ANY (ARRAY['authorised'::text, 'succeeded'::text])) AND (NOT counts));
CREATE INDEX payments_undecided ON public.payments USING btree (order_id) WHERE (status = ANY (ARRAY['created'::text, 'pending'::text]));

-- The versions of the privacy policy and of the terms, which are consented to as one. Append-only.
create table policy_versions (
  version integer not null,
  -- HTML, or plain text in which a line that begins with `## ` is a heading.
  text text not null,
  -- From when on it is in force.
  in_force_from timestamp with time zone not null,
  published_at timestamp with time zone default now() not null,
  -- The terms of service, written likewise; empty: the shop has none.
  terms text default ''::text not null,
  constraint policy_versions_pkey PRIMARY KEY (version)
);

-- Units of the last 90 days in paid orders; a job counts them anew. Without a row: none.
create table product_sales (
  product_id text collate "C" not null,
  units integer not null,
  constraint product_sales_pkey PRIMARY KEY (product_id)
);
CREATE INDEX product_sales_by_units ON public.product_sales USING btree (units, product_id);

-- Deleted products stay as rows: cart lines name them, and order lines come from them.
create table products (
  id text collate "C" not null,
  num bigint generated always as identity not null,
  title text not null,
  category text not null,
  content text not null,
  -- The content where a client sent an object or an array; `content` is then empty.
  content_json jsonb,
  description text not null,
  image_url text not null,
  images_url jsonb not null,
  is_enabled boolean not null,
  -- In whole NT$, like `price`: the former price, shown crossed out; nothing is charged by it.
  origin_price integer not null,
  price integer not null,
  unit text not null,
  -- Unknown properties of the input, kept and given back.
  extra jsonb not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by text,
  deletion text collate "C",
  -- When something of it was last changed, as the sitemap says.
  changed_at timestamp with time zone default now() not null,
  search_terms tsvector,
  -- All that shoppers find it by, written with `search_terms`.
  text_terms tsvector statistics 0,
  -- Empty for a product that is sold in one form.
  options jsonb default '[]'::jsonb not null,
  -- Of its dearest variant on sale; null where all cost the same.
  price_max integer,
  -- Temperature of its shipping; null: normal.
  temperature text,
  -- Of a piece as it is packed; a variant may have its own.
  weight_g integer,
  -- Length, width and height in millimetres.
  sides_mm integer[],
  -- On its invoices; null: taxed.
  tax_type text,
  -- Why the law lets nobody send it back; null: it comes back as most goods do.
  no_return text,
  -- Its texts in English, as far as the owner has written them.
  english jsonb,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_price CHECK (((price >= 0) AND (origin_price >= 0)))
);
CREATE INDEX products_archived ON public.products USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX products_by_category ON public.products USING btree (category, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_enabled ON public.products USING btree (is_enabled, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_origin_price ON public.products USING btree (origin_price, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_price ON public.products USING btree (price, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_terms ON public.products USING gin (search_terms) WITH (gin_pending_list_limit='256');
CREATE INDEX products_by_text ON public.products USING gin (text_terms) WITH (gin_pending_list_limit='256');
CREATE INDEX products_by_title ON public.products USING btree (title, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_live ON public.products USING btree (id) WHERE (deleted_at IS NULL);
CREATE INDEX products_published ON public.products USING btree (id) WHERE (is_enabled AND (deleted_at IS NULL));
CREATE INDEX products_published_by_category ON public.products USING btree (category, id) WHERE (is_enabled AND (deleted_at IS NULL));
CREATE INDEX products_without_terms ON public.products USING btree (id) WHERE (search_terms IS NULL);

-- Browsers by which members are told of their orders.
create table push_subscriptions (
  id bigint generated always as identity not null,
  uid text not null,
  -- Where the push service of the browser takes messages: whoever knows it can send nothing.
  endpoint text not null,
  -- The public key and the secret of the browser, in base64url.
  p256dh text not null,
  auth text not null,
  -- Of the member when the browser last said that it is theirs: revoked sessions are told nothing.
  session_version integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX push_subscriptions_of_browser ON public.push_subscriptions USING btree (endpoint);
CREATE INDEX push_subscriptions_of_member ON public.push_subscriptions USING btree (uid);

-- Counters of what is limited, one row a key and window, shared by all nodes.
create unlogged table rate_limit_counts (
  key text not null,
  points integer not null,
  -- Epoch milliseconds.
  expire bigint,
  constraint rate_limit_counts_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limit_counts_by_expire ON public.rate_limit_counts USING btree (expire);

-- Refresh tokens are stored hashed, are valid until they are revoked, and are not rotated.
create table refresh_tokens (
  token_hash text not null,
  uid text not null,
  session_version integer not null,
  -- When the member last proved the password in this session.
  auth_time timestamp with time zone not null,
  user_agent text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_uid_members_uid_fk FOREIGN KEY (uid) REFERENCES members(uid) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_by_member ON public.refresh_tokens USING btree (uid);

-- Where the shopper of an order wants money to be remitted that no gateway gives back.
create table refund_accounts (
  order_id text collate "C" not null,
  bank_code text not null,
  account text not null,
  -- Of whom the account is.
  holder text not null,
  given_at timestamp with time zone default now() not null,
  constraint refund_accounts_pkey PRIMARY KEY (order_id),
  constraint refund_accounts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);

-- The goods that a refund is for, as far as somebody said so; the rest of its amount is for the whole.
create table refund_lines (
  refund_id text collate "C" not null,
  -- Of the order.
  line_id text collate "C" not null,
  qty integer not null,
  -- In whole NT$.
  amount bigint not null,
  constraint refund_lines_refund_id_line_id_pk PRIMARY KEY (refund_id, line_id),
  constraint refund_lines_values CHECK (((qty >= 0) AND (amount >= 0))),
  constraint refund_lines_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE
);

-- Money on its way back to a shopper; never more of a payment than came in.
create table refunds (
  id text collate "C" not null,
  order_id text collate "C" not null,
  payment_id text collate "C" not null,
  -- In whole NT$.
  amount bigint not null,
  reason text not null,
  state text not null,
  created_at timestamp with time zone default now() not null,
  state_since timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  -- When an administrator remitted it, and the last five digits of the shopper's account.
  remitted_on date,
  account_last5 text,
  -- Why it waits or failed, for the owner.
  last_error text,
  -- How often the gateway was called for it, answered or not.
  attempts integer default 0 not null,
  -- The part of a capture above the final price: the shopper never paid it.
  is_of_capture boolean default false not null,
  -- The order costs so much less than was paid: its total has fallen by it, so it is no part of that.
  is_of_change boolean default false not null,
  -- The member took it as 購物金: the money stays with the shop, which owes it from then on.
  to_credit boolean default false not null,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_amount CHECK ((amount > 0)),
  constraint refunds_done_at CHECK (((state = 'done'::text) = (done_at IS NOT NULL))),
  constraint refunds_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'done'::text, 'failed'::text, 'manual'::text, 'dropped'::text]))),
  constraint refunds_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE
);
CREATE INDEX refunds_by_order ON public.refunds USING btree (order_id, id);
CREATE INDEX refunds_by_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_by_state ON public.refunds USING btree (state, id);

-- Differences that somebody settled, as they were then.
create table resolved_differences (
  id text not null,
  kind text not null,
  order_id text collate "C",
  attempt_id text collate "C",
  product_id text collate "C",
  trade_no text,
  -- In whole NT$; of a product, in pieces.
  ours bigint,
  theirs bigint,
  since timestamp with time zone not null,
  note text not null,
  resolved_at timestamp with time zone default now() not null,
  constraint resolved_differences_pkey PRIMARY KEY (id)
);
CREATE INDEX resolved_differences_by_time ON public.resolved_differences USING btree (resolved_at);

-- Requests for a restock mail. The address goes when the request ends.
create table restock_requests (
  -- Also the token of the link that ends the request.
  id text collate "C" not null,
  product_id text collate "C" not null,
  -- Null once the request has ended.
  email text,
  requested_at timestamp with time zone default now() not null,
  -- The hashed network that asked.
  network text,
  -- For its mail; null: Chinese.
  language text,
  constraint restock_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX restock_requests_by_age ON public.restock_requests USING btree (requested_at);
CREATE INDEX restock_requests_by_email ON public.restock_requests USING btree (email) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX restock_requests_open ON public.restock_requests USING btree (product_id, email) WHERE (email IS NOT NULL);

-- Goods of an order that come back together; an order may have several.
create table return_cases (
  id text collate "C" not null,
  order_id text collate "C" not null,
  state text default 'asked'::text not null,
  is_of_staff boolean default false not null,
  -- Of the shopper, or of the staff that entered it.
  reason text default ''::text not null,
  -- Null: the goods were back when it was recorded.
  way text,
  refund_to text default 'source'::text not null,
  carrier text,
  tracking_number text default ''::text not null,
  -- The words of the shop, as it accepted or refused it.
  answer text,
  -- The notice: from then on the shop has 15 days to fetch the goods.
  asked_at timestamp with time zone default shop_now() not null,
  accepted_at timestamp with time zone,
  -- The goods are back: from then on the shop has 15 days to pay back.
  received_at timestamp with time zone,
  judged_at timestamp with time zone,
  ended_at timestamp with time zone,
  -- The shipping fee that it pays back, in whole NT$, because nothing is left of the order.
  fee bigint default 0 not null,
  -- In whole NT$, once it is decided.
  refund bigint,
  -- Of several payments, that of the last part; null where nothing was to be paid back.
  refund_id text collate "C",
  refund_note text,
  -- Paid back although nothing came back.
  is_without_goods boolean default false not null,
  constraint return_cases_pkey PRIMARY KEY (id),
  constraint return_cases_amounts CHECK (((fee >= 0) AND (refund >= 0))),
  constraint return_cases_ended CHECK (((state = ANY (ARRAY['refused'::text, 'withdrawn'::text, 'refunded'::text])) = (ended_at IS NOT NULL))),
  constraint return_cases_state CHECK ((state = ANY (ARRAY['asked'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'received'::text, 'judged'::text, 'refunded'::text]))),
  constraint return_cases_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX return_cases_by_order ON public.return_cases USING btree (order_id, id);
CREATE INDEX return_cases_by_state ON public.return_cases USING btree (state, id);

-- Pieces of a line of the order; once they are judged, how many came back and what was paid for them.
create table return_lines (
  case_id text collate "C" not null,
  line_id text collate "C" not null,
  qty integer not null,
  -- Sold again.
  to_stock integer default 0 not null,
  written_off integer default 0 not null,
  -- Paid for the pieces that came back, in whole NT$; null until they are judged.
  amount bigint,
  constraint return_lines_case_id_line_id_pk PRIMARY KEY (case_id, line_id),
  constraint return_lines_amount CHECK ((amount >= 0)),
  constraint return_lines_pieces CHECK (((qty > 0) AND (to_stock >= 0) AND (written_off >= 0) AND ((to_stock + written_off) <= qty))),
  constraint return_lines_case_id_return_cases_id_fk FOREIGN KEY (case_id) REFERENCES return_cases(id) ON DELETE CASCADE
);

-- Entries of a run, one row for each; a waiting entry was not reached.
create table run_entries (
  run_id text collate "C" not null,
  "position" integer not null,
  -- Null for what the run makes itself.
  subject_id text collate "C",
  -- Display name; no personal data.
  title text not null,
  state text default 'waiting'::text not null,
  reason text,
  -- Input of the action for this entry alone.
  input jsonb,
  -- Undo data of the action.
  undo jsonb,
  constraint run_entries_run_id_position_pk PRIMARY KEY (run_id, "position"),
  constraint run_entries_state CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text, 'undone'::text, 'kept'::text]))),
  constraint run_entries_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX run_entries_by_state ON public.run_entries USING btree (run_id, state, "position");

create table run_file_parts (
  run_id text collate "C" not null,
  "position" integer not null,
  bytes bytea not null,
  constraint run_file_parts_run_id_position_pk PRIMARY KEY (run_id, "position"),
  constraint run_file_parts_run_id_run_files_run_id_fk FOREIGN KEY (run_id) REFERENCES run_files(run_id) ON DELETE CASCADE
);

-- The files of exports, for 24 hours; no backup holds them.
create table run_files (
  run_id text collate "C" not null,
  name text not null,
  expires_at timestamp with time zone not null,
  constraint run_files_pkey PRIMARY KEY (run_id),
  constraint run_files_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX run_files_by_end ON public.run_files USING btree (expires_at);

-- One action over many entries, worked by a job; kept for 30 days.
create table runs (
  id text collate "C" not null,
  kind text not null,
  action text not null,
  state text not null,
  -- The uid of the account, and its name of then.
  started_by text not null,
  starter_name text not null,
  starter jsonb not null,
  undone_by jsonb,
  -- Input of the action beside its entries.
  input jsonb default '{}'::jsonb not null,
  total integer default 0 not null,
  -- As of `workedAt`: entries that are through, and those of them that failed.
  done integer default 0 not null,
  failed integer default 0 not null,
  -- Of an undo: entries that are as before, and those that somebody has changed since.
  undone integer default 0 not null,
  kept integer default 0 not null,
  -- Why it failed as a whole.
  reason text,
  created_at timestamp with time zone default now() not null,
  -- When a job last worked on it; one that is long ago died.
  worked_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  -- Until then it can be undone, and its mails wait.
  undo_until timestamp with time zone,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_state CHECK ((state = ANY (ARRAY['checking'::text, 'ready'::text, 'queued'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX runs_by_age ON public.runs USING btree (created_at);
CREATE INDEX runs_by_starter ON public.runs USING btree (started_by, id);
CREATE INDEX runs_open ON public.runs USING btree (worked_at) WHERE (state = ANY (ARRAY['checking'::text, 'queued'::text, 'running'::text, 'undoing'::text]));

-- One row for each group that was ever changed; what it lacks has its default in the code.
create table settings (
  "group" text not null,
  "values" jsonb not null,
  -- Counts the changes; one that was made on an older version is refused.
  version integer not null,
  updated_at timestamp with time zone default now() not null,
  -- The administrator who made the change.
  updated_by text not null,
  -- The secrets of the group as JSON under SECRETS_KEY; empty: no key opened them at a restore.
  sealed bytea,
  constraint settings_pkey PRIMARY KEY ("group")
);

-- Which column is which in files with headers of their own, by the SHA-256 of the headers.
create table settlement_formats (
  header_hash text not null,
  columns jsonb not null,
  constraint settlement_formats_pkey PRIMARY KEY (header_hash)
);

-- A line of a settlement file, or a captured attempt that the file lacks.
create table settlement_lines (
  settlement_id text collate "C" not null,
  -- In the file; what it lacks comes after its last line.
  "position" integer not null,
  trade_no text not null,
  order_id text collate "C",
  -- In whole NT$, below zero for a refund.
  amount bigint not null,
  -- Amount in our books.
  ours bigint,
  fee bigint,
  day date,
  result text not null,
  constraint settlement_lines_settlement_id_position_pk PRIMARY KEY (settlement_id, "position"),
  constraint settlement_lines_result CHECK ((result = ANY (ARRAY['matched'::text, 'amount_differs'::text, 'unknown'::text, 'duplicate'::text, 'missing'::text]))),
  constraint settlement_lines_settlement_id_settlements_id_fk FOREIGN KEY (settlement_id) REFERENCES settlements(id) ON DELETE CASCADE
);
CREATE INDEX settlement_lines_by_result ON public.settlement_lines USING btree (settlement_id, result, "position");
CREATE INDEX settlement_lines_by_trade ON public.settlement_lines USING btree (trade_no);

-- A settlement file of the gateway, imported once.
create table settlements (
  id text collate "C" not null,
  -- SHA-256 of its bytes.
  file_hash text not null,
  file_name text not null,
  imported_at timestamp with time zone default now() not null,
  -- The first and the last day of its lines in Taipei.
  first_day date,
  last_day date,
  constraint settlements_pkey PRIMARY KEY (id),
  constraint settlements_file UNIQUE (file_hash)
);
CREATE INDEX settlements_by_time ON public.settlements USING btree (imported_at);

-- Every state of a parcel that was told, once; append-only.
create table shipment_events (
  id bigint generated always as identity not null,
  shipment_id text collate "C" not null,
  -- In the numbers of the provider; of the staff, the name of the state.
  code text not null,
  -- Null: a code that we do not know.
  state text,
  message text not null,
  source text not null,
  -- By the clock of the provider.
  at timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  constraint shipment_events_pkey PRIMARY KEY (id),
  constraint shipment_events_shipment_id_shipments_id_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE
);
CREATE INDEX shipment_events_not_picked_up ON public.shipment_events USING btree (shipment_id) WHERE (state = 'not_picked_up'::text);
CREATE UNIQUE INDEX shipment_events_once ON public.shipment_events USING btree (shipment_id, code, at);

-- One parcel at a provider of logistics (寄件單).
create table shipments (
  id text collate "C" not null,
  order_id text collate "C" not null,
  provider text not null,
  -- The account at the provider with which it is made: it is asked and told by it.
  merchant text not null,
  chain text not null,
  store_id text not null,
  -- Our number of it, unique for ever.
  trade_no text not null,
  state text default 'making'::text not null,
  -- By the clock of the provider, once it has told one.
  state_at timestamp with time zone default now() not null,
  -- The last words of the provider, also where we do not know the code.
  code text,
  message text,
  -- Value and sum to collect as they were asked for, in whole NT$.
  amount bigint not null,
  collects bigint default 0 not null,
  -- The numbers that the provider gave it.
  provider_id text,
  payment_no text,
  validation_no text,
  shipment_no text,
  -- How often it was sent; an answer may be lost.
  attempts integer default 0 not null,
  -- Why it is not made, or what is the matter with it; for the owner.
  fault text,
  -- The parcel of the order, once the chain has it.
  parcel_id text collate "C",
  created_at timestamp with time zone default now() not null,
  made_at timestamp with time zone,
  -- The last days of Taipei on which it is taken, and given out.
  hand_in_until date,
  pick_up_until date,
  printed_at timestamp with time zone,
  -- When the provider was asked last.
  asked_at timestamp with time zone,
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipments_amounts CHECK (((amount >= 0) AND (collects >= 0))),
  constraint shipments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint shipments_trade_no UNIQUE (trade_no)
);
CREATE INDEX shipments_by_order ON public.shipments USING btree (order_id, id);
CREATE INDEX shipments_by_state ON public.shipments USING btree (state, id);
CREATE UNIQUE INDEX shipments_one_to_hand_in ON public.shipments USING btree (order_id) WHERE (state = ANY (ARRAY['making'::text, 'made'::text]));

-- How orders reach their shoppers.
create table shipping_methods (
  id text collate "C" not null,
  kind text not null,
  name text not null,
  -- Of its parcels, such as `ecpay`; null: the shop's own.
  provider text,
  options jsonb not null,
  -- In whole NT$, as the other amounts.
  fee integer not null,
  free_over integer,
  steps jsonb,
  outlying jsonb not null,
  -- In grams.
  max_weight integer,
  -- In millimetres, the three sides of a piece together.
  max_sides integer,
  max_amount integer,
  -- It may be paid when it is picked up.
  cod boolean default false not null,
  "position" integer not null,
  is_on boolean not null,
  -- Counts the changes; one that was made on an older version is refused.
  version integer not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint shipping_methods_pkey PRIMARY KEY (id),
  constraint shipping_methods_fee CHECK ((fee >= 0)),
  constraint shipping_methods_kind CHECK ((kind = ANY (ARRAY['home'::text, 'store'::text, 'place'::text])))
);

-- RS256 keys. A retired one still verifies until the last token that it signed has expired.
create table signing_keys (
  kid text not null,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (kid)
);

-- Invitations that can still be accepted, unless they have expired.
create table staff_invitations (
  id text default gen_random_uuid() not null,
  email text not null,
  role text not null,
  -- SHA-256 of the code in the link.
  code_hash text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  -- The uid of the owner who sent it last; nodes of the previous release leave it null.
  invited_by text,
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'packer'::text, 'accountant'::text, 'viewer'::text]))),
  constraint staff_invitations_code_hash_unique UNIQUE (code_hash)
);
CREATE INDEX staff_invitations_by_expiry ON public.staff_invitations USING btree (expires_at);
CREATE UNIQUE INDEX staff_invitations_email ON public.staff_invitations USING btree (lower(email));

-- Stock of a variant, or of a product without options; without a row it is unlimited.
create table stock (
  -- The id of either.
  product_id text collate "C" not null,
  on_hand integer not null,
  -- The part of `on_hand` that orders have.
  held integer not null,
  constraint stock_pkey PRIMARY KEY (product_id),
  constraint stock_held CHECK (((0 <= held) AND (held <= on_hand)))
);
CREATE INDEX stock_by_available ON public.stock USING btree (((on_hand - held)), product_id);

-- Pieces that an order still holds: neither shipped nor released.
create table stock_holds (
  order_id text collate "C" not null,
  -- As in `stock`.
  product_id text collate "C" not null,
  qty integer not null,
  constraint stock_holds_order_id_product_id_pk PRIMARY KEY (order_id, product_id),
  constraint stock_holds_qty CHECK ((qty > 0))
);
CREATE INDEX stock_holds_by_product ON public.stock_holds USING btree (product_id);

-- The ledger: the sums of the changes of a variant are its `on_hand` and `held`. Append-only.
create table stock_movements (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  -- As in `stock`.
  product_id text collate "C" not null,
  kind text not null,
  on_hand_change integer not null,
  held_change integer not null,
  -- After the movement.
  on_hand integer not null,
  held integer not null,
  -- An owner as in `orders`, `a:` and an administrator's id, or `s:` and the kind of actor.
  actor text not null,
  -- The name of then, of staff only.
  actor_name text,
  note text,
  order_id text collate "C",
  constraint stock_movements_pkey PRIMARY KEY (id)
);
CREATE INDEX stock_movements_by_product ON public.stock_movements USING btree (product_id, id);

-- Stores that shoppers have chosen for their carts, and maps that they have opened to choose one.
create table store_choices (
  -- By which an order names it, and a map comes back: random, known to its shopper alone.
  token text not null,
  -- As in `carts`; moves with the cart at the sign-in.
  owner text not null,
  chain text not null,
  -- Null: the map has not come back yet.
  store_id text,
  -- The page of ours that the map leads back to; null: chosen from the list.
  back text,
  asked_at timestamp with time zone default now() not null,
  chosen_at timestamp with time zone,
  constraint store_choices_pkey PRIMARY KEY (token),
  constraint store_choices_chosen CHECK (((store_id IS NULL) = (chosen_at IS NULL))),
  constraint store_choices_owner CHECK ((owner ~ '^[mg]:.'::text))
);
CREATE INDEX store_choices_by_age ON public.store_choices USING btree (asked_at);
CREATE INDEX store_choices_by_owner ON public.store_choices USING btree (owner, chosen_at);

-- The last answer of the provider about the stores of a chain.
create table store_lists (
  chain text not null,
  -- When a list came; null: none has yet.
  renewed_at timestamp with time zone,
  asked_at timestamp with time zone default now() not null,
  -- Why the last one was not believed; for the owner.
  fault text,
  constraint store_lists_pkey PRIMARY KEY (chain)
);

-- Convenience stores, as their chains list them; one that has closed stays, for its orders.
create table stores (
  chain text not null,
  -- Letters and digits; leading zeros are real.
  id text not null,
  name text not null,
  -- Of the address; empty where it names no place.
  county text not null,
  district text not null,
  address text not null,
  tel text not null,
  -- Since when the list has it no more.
  closed_at timestamp with time zone,
  constraint stores_chain_id_pk PRIMARY KEY (chain, id),
  constraint stores_chain CHECK ((chain = ANY (ARRAY['UNIMART'::text, 'FAMI'::text, 'HILIFE'::text, 'OKMART'::text])))
);
CREATE INDEX stores_by_district ON public.stores USING btree (chain, county, district) WHERE (closed_at IS NULL);

-- Orders to the supplier, each under a number. Append-only.
create table supplier_orders (
  campaign_id text collate "C" not null,
  n integer not null,
  lines jsonb not null,
  by text not null,
  at timestamp with time zone default now() not null,
  constraint supplier_orders_campaign_id_n_pk PRIMARY KEY (campaign_id, n),
  constraint supplier_orders_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);

-- The forms in which a product with options is sold, each with a price and a stock of its own.
create table variants (
  id text collate "C" not null,
  product_id text collate "C" not null,
  -- Its place among those of the product.
  "position" integer not null,
  -- One value of each option of the product, in their order.
  option_values text[] not null,
  -- The values as people read them.
  title text not null,
  sku text,
  barcode text,
  -- In whole NT$, as those of products.
  price integer not null,
  origin_price integer not null,
  -- As pictures of products are stored; empty: the product's.
  image_url text not null,
  weight_g integer,
  -- Length, width and height in millimetres.
  sides_mm integer[],
  is_enabled boolean not null,
  -- It is no longer offered. Its row stays, for the carts, orders and stock that name it.
  archived_at timestamp with time zone,
  constraint variants_pkey PRIMARY KEY (id),
  constraint variants_price CHECK (((price >= 0) AND (origin_price >= 0))),
  constraint variants_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX variants_by_product ON public.variants USING btree (product_id, "position");
CREATE UNIQUE INDEX variants_by_sku ON public.variants USING btree (sku) WHERE (archived_at IS NULL);

-- Events for webhooks, written in the transaction of their cause and sent afterwards by a job.
create table webhook_deliveries (
  id bigint generated always as identity not null,
  -- By which a receiver knows an event that comes again.
  message_id text not null,
  webhook_id text collate "C" not null,
  type text not null,
  -- The order, group, campaign or variant; its events arrive in their order.
  subject text not null,
  -- As it is sent and signed.
  body text not null,
  created_at timestamp with time zone default now() not null,
  -- `failed`: a trial, which is sent once.
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  -- Not before.
  next_at timestamp with time zone,
  tried_at timestamp with time zone,
  -- Of the last attempt: the status of the answer, its first characters, or why there is none.
  status integer,
  answer text,
  error text,
  milliseconds integer,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_message_id_unique UNIQUE (message_id)
);
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_in_order ON public.webhook_deliveries USING btree (webhook_id, subject, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_next ON public.webhook_deliveries USING btree (webhook_id, attempts, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_of_webhook ON public.webhook_deliveries USING btree (webhook_id, id);

-- Addresses that are told of what happens in the shop.
create table webhooks (
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  -- The key of its signatures, encrypted; empty: a restore could not open it.
  secret bytea not null,
  is_on boolean default true not null,
  created_at timestamp with time zone default now() not null,
  -- Failures since the last success, which are also what the next wait goes by.
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  -- Nothing is sent before.
  retry_at timestamp with time zone,
  -- When the shop switched it off by itself; null: it did not.
  off_at timestamp with time zone,
  -- A process works on it until then, and no other does.
  worked_until timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.audit_retention_start()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
	SELECT (date_trunc('month', now() AT TIME ZONE 'Asia/Taipei') - interval '5 years') AT TIME ZONE 'Asia/Taipei'
$function$;

CREATE OR REPLACE FUNCTION public.fold_email(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN fold_text(email);

CREATE OR REPLACE FUNCTION public.fold_text(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower((regexp_replace(NORMALIZE(words, NFKC), '\s+'::text, ''::text, 'g'::text) COLLATE "C"));

CREATE OR REPLACE FUNCTION public.keep_refunds_within_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
	captured bigint;
	others bigint;
BEGIN
	IF NEW.state = 'dropped' THEN RETURN NEW; END IF;
	SELECT coalesce(captured_amount, amount) INTO captured FROM payments
		WHERE id = NEW.payment_id FOR UPDATE;
	SELECT coalesce(sum(amount), 0) INTO others FROM refunds
		WHERE payment_id = NEW.payment_id AND state NOT IN ('failed', 'dropped') AND id <> NEW.id;
	IF others + NEW.amount > captured THEN
		RAISE EXCEPTION 'refunds of more than the payment %', NEW.payment_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
	END IF;
	RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.next_order_number(at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  of_day date := (at AT TIME ZONE 'Asia/Taipei')::date;
  of_base bigint;
BEGIN
  LOOP
    SELECT "base" INTO of_base FROM "order_days" WHERE "day" = of_day;
    EXIT WHEN FOUND;
    INSERT INTO "order_days" ("day", "base") VALUES (of_day, nextval('order_numbers'))
      ON CONFLICT ("day") DO NOTHING;
  END LOOP;
  RETURN to_char(of_day, 'YYMMDD') || '-' || (nextval('order_numbers') - of_base);
END $function$;

CREATE OR REPLACE FUNCTION public.notify_campaigns_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM pg_notify('campaigns_changed', '');
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_catalog_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.notify_group_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM pg_notify('group_changed', NEW.code);
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_settings_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('settings_changed', '');
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
	has_rows boolean := true;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		EXECUTE format('SELECT EXISTS (SELECT FROM %I)', TG_TABLE_NAME) INTO has_rows;
	END IF;
	IF NOT has_rows THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_but_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('minmin.erasing', true) = '1'
		AND to_jsonb(NEW) -> TG_ARGV[0] IN ('{}', '""')
		AND to_jsonb(NEW) - TG_ARGV[0] = to_jsonb(OLD) - TG_ARGV[0]
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_deletion_but_demo()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF current_setting('minmin.clearing_demo', true) = '1'
		AND EXISTS (SELECT FROM demo_rows WHERE kind = TG_ARGV[0] AND id = to_jsonb(OLD) ->> TG_ARGV[1])
	THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_order_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF EXISTS (SELECT FROM "order_lines" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "payments" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "refunds" WHERE "order_id" = OLD."id")
		OR EXISTS (SELECT FROM "order_events" WHERE "order_id" = OLD."id")
	THEN
		RAISE EXCEPTION 'the books keep order %', OLD."id" USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_orders_truncation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF EXISTS (SELECT FROM "order_lines") OR EXISTS (SELECT FROM "payments") OR EXISTS (SELECT FROM "order_events") THEN
		RAISE EXCEPTION 'the books keep the orders' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_second_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	RAISE EXCEPTION 'group % is decided', OLD.id;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_young_audit_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF OLD.at >= audit_retention_start() THEN
		RAISE EXCEPTION 'audit entries are never changed';
	END IF;
	RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.shop_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$ SELECT clock_timestamp() $function$;

CREATE OR REPLACE FUNCTION public.stock_level(available integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
	SELECT CASE WHEN available <= 0 THEN 'sold_out' WHEN available <= 10 THEN 'low' END
$function$;

CREATE TRIGGER articles_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.articles FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_retention BEFORE DELETE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_young_audit_deletion();
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER campaign_extensions_changed AFTER INSERT ON public.campaign_extensions FOR EACH STATEMENT EXECUTE FUNCTION notify_campaigns_changed();
CREATE TRIGGER campaign_receipts_append_only BEFORE UPDATE OR TRUNCATE ON public.campaign_receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER campaign_receipts_kept BEFORE DELETE ON public.campaign_receipts FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_demo('campaign', 'campaign_id');
CREATE TRIGGER campaigns_changed AFTER INSERT OR DELETE OR UPDATE ON public.campaigns FOR EACH STATEMENT EXECUTE FUNCTION notify_campaigns_changed();
CREATE TRIGGER closed_month_items_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.closed_month_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_months_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.closed_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_entries_append_only BEFORE TRUNCATE ON public.commission_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_entries_erased_only BEFORE UPDATE ON public.commission_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('note');
CREATE TRIGGER commission_entries_kept BEFORE DELETE ON public.commission_entries FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_demo('member', 'leader_id');
CREATE TRIGGER coupons_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.coupons FOR EACH STATEMENT EXECUTE FUNCTION notify_settings_changed();
CREATE TRIGGER credit_entries_append_only BEFORE TRUNCATE ON public.credit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_entries_erased_only BEFORE UPDATE ON public.credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('reason');
CREATE TRIGGER credit_entries_kept BEFORE DELETE ON public.credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_demo('member', 'member_id');
CREATE TRIGGER group_events_append_only BEFORE UPDATE OR TRUNCATE ON public.group_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER group_events_kept BEFORE DELETE ON public.group_events FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_demo('campaign', 'campaign_id');
CREATE TRIGGER groups_changed AFTER INSERT OR UPDATE ON public.groups FOR EACH ROW EXECUTE FUNCTION notify_group_changed();
CREATE TRIGGER groups_decided_once BEFORE UPDATE ON public.groups FOR EACH ROW WHEN (((old.outcome IS NOT NULL) AND ((old.outcome IS DISTINCT FROM new.outcome) OR (old.final_tier IS DISTINCT FROM new.final_tier) OR (old.units_final IS DISTINCT FROM new.units_final) OR (old.members_final IS DISTINCT FROM new.members_final)))) EXECUTE FUNCTION refuse_second_decision();
CREATE TRIGGER info_pages_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.info_pages FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER order_events_append_only BEFORE TRUNCATE ON public.order_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_events_erased_only BEFORE UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('detail');
CREATE TRIGGER order_events_kept BEFORE DELETE ON public.order_events FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_demo('order', 'order_id');
CREATE TRIGGER orders_kept BEFORE DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION refuse_order_deletion();
CREATE TRIGGER orders_kept_whole BEFORE TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_orders_truncation();
CREATE TRIGGER participations_seller_kept BEFORE UPDATE OF seller_id ON public.participations FOR EACH ROW WHEN ((old.seller_id IS DISTINCT FROM new.seller_id)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policy_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.policy_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER products_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER refunds_within_payment BEFORE INSERT OR UPDATE ON public.refunds FOR EACH ROW WHEN ((new.state <> 'failed'::text)) EXECUTE FUNCTION keep_refunds_within_payment();
CREATE TRIGGER stock_level_begun AFTER INSERT ON public.stock FOR EACH ROW WHEN ((stock_level((new.on_hand - new.held)) IS NOT NULL)) EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER stock_level_crossed AFTER UPDATE ON public.stock FOR EACH ROW WHEN ((stock_level((old.on_hand - old.held)) IS DISTINCT FROM stock_level((new.on_hand - new.held)))) EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER stock_level_ended AFTER DELETE ON public.stock FOR EACH ROW WHEN ((stock_level((old.on_hand - old.held)) IS NOT NULL)) EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR TRUNCATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_movements_kept BEFORE DELETE ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_demo('product', 'product_id');
CREATE TRIGGER supplier_orders_append_only BEFORE UPDATE OR TRUNCATE ON public.supplier_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER supplier_orders_kept BEFORE DELETE ON public.supplier_orders FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_demo('campaign', 'campaign_id');
