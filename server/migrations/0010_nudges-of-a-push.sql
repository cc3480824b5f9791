-- Locks: nudges, access exclusive while every row is updated, a few seconds per million rows.

-- The push that created a nudge. Fallback, escalation and resend consider the nudges of one push, because an updateable message is
-- pushed several times. The default is for processes of the previous release, which do not write the column: each of their nudges
-- counts as a separate push.
alter table nudges add column push_id uuid default gen_random_uuid();

-- All nudges of a push were created in one transaction, so they have the same time.
update nudges n
   set push_id = push.id
  from (select message_id, created_at, gen_random_uuid() as id from nudges group by message_id, created_at) push
 where n.message_id = push.message_id and n.created_at = push.created_at;
alter table nudges alter column push_id set not null;

-- A WhatsApp message without any report ends after 72 hours, as a text does. Those without a fallback were not checked before.
update nudges set check_at = created_at + interval '72 hours'
 where channel = 'whatsapp' and state = 'accepted' and check_at is null;

-- A nudge that was queued at once is never replaced, so a message may have several that were not submitted yet.
drop index nudges_live;

-- `messages.scheduled_for` is no longer written: it follows from the waiting nudges. A later release drops it.
