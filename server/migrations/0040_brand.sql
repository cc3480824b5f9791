-- Locks: businesses, access exclusive for a moment (columns without a rewrite).

-- How a shop looks to its customers. A process of the release before neither writes nor shows it.
alter table businesses
  add column sender_name      text,
  add column brand_colour     text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  add column customer_contact text,
  add column reply_to         text,
  add column language         text not null default 'en' check (language in ('en', 'de', 'fr', 'es', 'nl'));
