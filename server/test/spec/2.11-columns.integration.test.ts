import { expect, test } from 'vitest'
import { paidChannels } from '../../src/channels/registry.ts'
import { statement } from '../../src/db/statement.ts'
import { createTestService } from '../support/test-service.ts'

const { db } = await createTestService({ role: 'api' })

/** Columns that may contain data of a recipient: an erasure deletes their row or clears the value. */
const erased = new Set([
  'acknowledged_numbers.number_digest',
  'acknowledged_numbers.platform_id',
  'audit_log.person_digest',
  'audit_log.personal',
  'events.body',
  'events.type',
  'messages.body',
  'messages.kind',
  'messages.order_status',
  'messages.reference',
  'messages.status',
  'messages.subject',
  'nudges.bounce_type',
  'nudges.channel',
  'nudges.error_code',
  'nudges.number_digest',
  'nudges.platform_id',
  'nudges.skipped_reason',
  'nudges.state',
  'past_numbers.number_digest',
  'recipients.displayed_email',
  'recipients.email',
  'recipients.phone',
  'recipients.phone_destination',
  'recipients.phone_digest',
  'recipient_channels.channel',
  'recipient_channels.consent_digest',
  'recipient_channels.consent_source',
  'recipient_channels.opt_in',
  'recipient_channels.stop_digest',
  'recipient_channels.stop_source',
  'recipients.sms_consent_source',
  'recipients.sms_stop_digest',
  'recipients.sms_stop_source',
  'recipients.whatsapp_opt_in',
  'recipients.whatsapp_opt_in_digest',
  'recipients.whatsapp_stop_source',
  'stored_responses.body',
  'stored_responses.error_code',
  'stored_responses.recipient_ids',
  'test_outbox.channel',
  'test_outbox.from_address',
  'test_outbox.headers',
  'test_outbox.html',
  'test_outbox.link',
  'test_outbox.parameters',
  'test_outbox.subject',
  'test_outbox.template',
  'test_outbox.text',
  'test_outbox.to_address',
  'test_outbox.unsubscribe_url',
  'unreachable_numbers.number_digest',
  'webhook_deliveries.state',
  'webhook_deliveries.tries',
  'whatsapp_replies.platform_id',
  'whatsapp_replies.text',
])

const merchants = 'data of the merchant'
const operators = 'data of the operator'
const engines = 'data of the queue engine'
const digest = 'an HMAC, so that a stop or a suppression survives the erasure without a readable address or number'
/** Columns that an erasure retains, and why. */
const retained: Record<string, string> = {
  'api_keys.hash': merchants,
  'api_keys.masked': merchants,
  'api_keys.name': merchants,
  'api_keys.scopes': merchants,
  'audit_log.action': operators,
  'audit_log.actor_name': operators,
  'audit_log.actor_role': operators,
  'audit_log.after': 'settings and figures; data of a recipient is in audit_log.personal',
  'audit_log.before': 'settings and figures; data of a recipient is in audit_log.personal',
  'audit_log.request_id': operators,
  'audit_log.target': 'the id of a business, key, endpoint, operator or ledger entry',
  'businesses.contact_email': merchants,
  'businesses.countries': merchants,
  'businesses.country': merchants,
  'businesses.mode': merchants,
  'businesses.name': merchants,
  'businesses.plan': merchants,
  'businesses.shard': merchants,
  ...Object.fromEntries(paidChannels.map((channel) => [`businesses.${channel}`, merchants])),
  'credit_grants.key': operators,
  'credit_ledger.kind': 'accounting: an opaque send id and amounts',
  'credit_ledger.note': operators,
  'email_suppressions.address_digest': digest,
  'email_suppressions.reason': digest,
  'erasures.counts': 'figures',
  'erasures.kind': 'the kind of erasure',
  'inbound_texts.id_digest':
    'an HMAC of the provider’s id of a text, so that a repeated callback is ignored; purged after 30 days',
  'installation.held_because': operators,
  'installation.location': 'the cluster and database of this installation',
  'installation.pause_reason': operators,
  'installation.place': 'the same as location, for the release before',
  'notices.detail':
    'figures, ids and names of keys; of a recipient only the id, which refers to nothing after the erasure',
  'notices.kind': operators,
  'daily_sends.channel': 'how much a business sent in a day',
  'number_contacts.channel': digest,
  'number_contacts.number_digest': `${digest}; a STOP or START applies at any time after an erasure`,
  'number_contacts.senders': 'senders of the service',
  'number_stops.channel': digest,
  'number_stops.number_digest': digest,
  'number_stops.source': digest,
  'operators.name': operators,
  'operators.role': operators,
  'operators.token_hash': operators,
  'platform_suppressions.address_digest': digest,
  'prefix_texts.prefix_digest': 'an HMAC of a number without its last four digits; purged after two hours',
  'schema_migrations.name': 'file names',
  'secret_key_checks.check_value': 'an HMAC of a constant with a key of the service',
  'secret_key_checks.key_id': operators,
  'secret_key_checks.kind': operators,
  'sms_prices.destination': operators,
  'stored_responses.fingerprint': 'an HMAC: it identifies the request that used the key without its content',
  'stored_responses.key_digest': 'a digest of the merchant’s key; dropped after a day',
  'webhook_endpoints.description': merchants,
  'webhook_endpoints.event_types': merchants,
  'webhook_endpoints.last_error': 'an error name and a status code',
  'webhook_endpoints.previous_secret': merchants,
  'webhook_endpoints.previous_secret_key_id': operators,
  'webhook_endpoints.secret': merchants,
  'webhook_endpoints.secret_key_id': operators,
  'webhook_endpoints.secret_ending': merchants,
  'webhook_endpoints.url': merchants,
  'whatsapp_withdrawals.digest':
    'an HMAC of an address or a number: withdrawn consent stays withdrawn after an erasure',
  'whatsapp_templates.order_status': operators,
  'whatsapp_templates.state': operators,
  'queue.bam.command': engines,
  'queue.bam.error': engines,
  'queue.bam.name': engines,
  'queue.bam.queue': engines,
  'queue.bam.status': engines,
  'queue.bam.table_name': engines,
  'queue.job.data': 'the id of a business; an erasure also deletes the jobs of the recipient',
  'queue.job.dead_letter': engines,
  'queue.job.group_id': 'the id of a business or an endpoint',
  'queue.job.group_tier': engines,
  'queue.job.name': engines,
  'queue.job.output': 'never written: a job is deleted when it ends',
  'queue.job.policy': engines,
  'queue.job.singleton_key': engines,
  'queue.job.source_name': engines,
  'queue.job.source_output': engines,
  'queue.job_dependency.child_name': engines,
  'queue.job_dependency.parent_name': engines,
  'queue.queue.dead_letter': engines,
  'queue.queue.name': engines,
  'queue.queue.policy': engines,
  'queue.queue.ready_history': engines,
  'queue.queue.singletons_active': engines,
  'queue.queue.table_name': engines,
  'queue.queue_stats.name': engines,
  'queue.schedule.cron': engines,
  'queue.schedule.data': engines,
  'queue.schedule.key': engines,
  'queue.schedule.kind': engines,
  'queue.schedule.name': engines,
  'queue.schedule.options': engines,
  'queue.schedule.timezone': engines,
  'queue.subscription.event': engines,
  'queue.subscription.name': engines,
  'queue.warning.data': engines,
  'queue.warning.message': engines,
  'queue.warning.type': engines,
}

/** Numbers, times, booleans and ids contain no personal data. A partition only repeats the columns of its table. */
const dataColumns = statement<null, { name: string }>(
  'probe.data_columns',
  `select distinct case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as name
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
     join pg_namespace n on n.oid = c.relnamespace and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     join pg_type t on t.oid = a.atttypid
    where a.attnum > 0 and not a.attisdropped and (t.typcategory in ('S', 'A', 'U') or t.typname = 'bytea') and t.typname <> 'uuid'
    order by 1`,
)

test('every column of text, JSON, bytes or an array is erased with the recipient or retained for a stated reason (2.11)', async () => {
  const columns = (await db.all(dataColumns)).map(({ name }) => name)
  const decided = [...erased, ...Object.keys(retained)]
  expect(columns.filter((name) => !decided.includes(name))).toEqual([])
  expect(decided.filter((name) => !columns.includes(name))).toEqual([])
  expect(decided.length).toBe(new Set(decided).size)
})
