-- Locks: nudges, access exclusive while every row is given its push, a few seconds for each million of them.

-- The push that made a nudge. Fallback, escalation and resend ask about the nudges of one push: an updateable message is pushed
-- several times, and its pushes do not disturb each other. The default is for processes of the release before, which do not know
-- the column: each of their nudges counts as a push of its own.
alter table nudges add column push_id uuid default gen_random_uuid();

-- What one push made was made in one transaction, at one moment.
update nudges n
   set push_id = push.id
  from (select message_id, created_at, gen_random_uuid() as id from nudges group by message_id, created_at) push
 where n.message_id = push.message_id and n.created_at = push.created_at;
alter table nudges alter column push_id set not null;

-- A WhatsApp message without any report ends after 72 hours, as a text does. Those without a fallback were not looked at again.
update nudges set check_at = created_at + interval '72 hours'
 where channel = 'whatsapp' and state = 'accepted' and check_at is null;

-- A nudge that was queued to go at once is never replaced, so a message may have several that have not been sent.
drop index nudges_live;

-- `messages.scheduled_for` is derived from the nudges that wait and is not written any more. A later release drops it.
