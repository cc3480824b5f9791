-- Locks: businesses and sms_prices, access exclusive for a moment (columns without a rewrite); the other tables are new.

-- Credits that a business may spend on texts in a UTC day, and texts to numbers that share a prefix in an hour.
alter table businesses
  add column sms_credits_per_day     integer not null default 5000 check (sms_credits_per_day >= 0),
  add column sms_per_prefix_per_hour integer not null default 200 check (sms_per_prefix_per_hour >= 0);

-- A destination without a row costs one credit and is open.
alter table sms_prices add column open boolean not null default true;

-- Destinations of artificially inflated traffic. A destination that has a price already is in use and stays open.
insert into sms_prices (destination, credits, open)
select destination, 1, false
  from unnest(array[
         -- Published lists of senders that block these countries because of SMS pumping.
         'AF', 'AO', 'AZ', 'BD', 'BI', 'BY', 'CD', 'CF', 'CI', 'CM', 'CU', 'CV', 'DZ', 'ER', 'GM', 'ID', 'IQ', 'IR', 'JO', 'KE',
         'KG', 'KH', 'KP', 'KZ', 'LK', 'LR', 'LY', 'MG', 'ML', 'MM', 'MN', 'MR', 'MW', 'NE', 'NG', 'OM', 'PK', 'PS', 'RU', 'SD',
         'SN', 'SO', 'SS', 'SY', 'TG', 'TJ', 'TL', 'TN', 'TZ', 'UZ', 'VN', 'YE', 'ZM', 'ZW',
         -- Small networks with high termination fees, whose ranges are rented out for revenue sharing.
         'AC', 'CK', 'DJ', 'FK', 'FM', 'GN', 'GQ', 'GW', 'IO', 'KI', 'KM', 'MV', 'NF', 'NR', 'NU', 'PG', 'PW', 'SB', 'SH', 'SL',
         'ST', 'TA', 'TD', 'TK', 'TO', 'TV', 'VU', 'WF', 'WS']) as closed (destination)
    on conflict (destination) do nothing;

-- The credits that texts of a business cost in a day. `notified` is the percentage of the limit for which a notice exists on
-- that day, `prefix_notified_at` the hour of the last notice about a prefix. Written only under the lock of the balance.
create table text_spend (
  business_id        uuid primary key references businesses,
  day                date not null,
  credits            integer not null check (credits >= 0),
  notified           smallint not null check (notified in (0, 80, 100)),
  prefix_notified_at timestamptz
);

-- The texts of a business to a number prefix in an hour. The digest is an HMAC, so the prefix cannot be read.
create table prefix_texts (
  business_id   uuid not null references businesses,
  prefix_digest bytea not null check (octet_length(prefix_digest) = 32),
  hour          timestamptz not null,
  texts         integer not null check (texts > 0),
  primary key (business_id, prefix_digest)
);
create index prefix_texts_hour on prefix_texts (hour);
