import { type Static, Type } from 'typebox'
import { auditActions } from '../../audit/actions.ts'
import { channels, paidChannels } from '../../channels/registry.ts'
import { memberRoles } from '../../member-role.ts'
import { modes } from '../../mode.ts'
import { operatorRoles } from '../../operator-role.ts'
import { literal, moment, nullable } from '../../schema.ts'

const closed = { additionalProperties: false }
const text = (description: string) => Type.String({ description })
const stop = Type.Object(
  {
    at: moment('When the stop was recorded.'),
    source: literal(['text', 'inbox', 'admin'], {
      description: 'By a message with STOP, in the inbox, or recorded in the dashboard or by the operator.',
    }),
    belongs_to: literal(['recipient', 'number'], {
      description: 'A stop of the number applies to every recipient who has it.',
    }),
  },
  closed,
)

const channel = Type.Object(
  {
    channel: literal(channels),
    is_sent: Type.Boolean({
      description: 'Whether the shop sends to this person on this channel now.',
    }),
    reason: nullable(
      text('The reason that a skipped send has. Null if messages are sent, or wait until the service resumes sending.'),
    ),
    in_words: text('The state in sentences, as the page of the recipient shows it.'),
  },
  closed,
)

const consent = Type.Object(
  {
    channel: literal(paidChannels),
    kind: literal(['number', 'opt_in'], {
      description: 'Texts rest on a number that was given; WhatsApp messages on an explicit opt-in.',
    }),
    recorded_at: nullable(moment('When the service recorded the consent. Null if there is none.')),
    recorded_by: nullable(
      literal(['push', 'api', 'admin'], {
        description: 'How the first number was given. Null for an opt-in, which comes with a push.',
      }),
    ),
    obtained_at: nullable(text('When the shop obtained the opt-in, as the shop stated it.')),
    source: nullable(text('Where the shop obtained the opt-in, as the shop stated it.')),
    wording: nullable(text('What the person agreed to, as the shop stated it.')),
    is_for_current_number: nullable(
      Type.Boolean({ description: 'Whether the opt-in was given for the number below. Null without an opt-in.' }),
    ),
    stops: Type.Array(stop),
    withdrawn_at: nullable(moment('When consent was withdrawn for good. Null if it was not.')),
  },
  closed,
)

const suppression = Type.Object(
  {
    applies_to: literal(['shop', 'service'], { description: 'This shop, or every shop of the service.' }),
    reason: literal(['bounced', 'complained', 'unsubscribed']),
    at: moment('When it was recorded.'),
    until: nullable(moment('When it expires. Null if it does not.')),
  },
  closed,
)

const change = Type.Object(
  {
    at: moment('When the change was made.'),
    by: text('The name and the role of the person; the people of the operator are not named.'),
    action: literal(auditActions, { description: 'The operation.' }),
    in_words: text('The change in a sentence.'),
    number_before: nullable(text('The number before, masked. Null if there was none or it did not change.')),
    number_after: nullable(text('The number after, masked.')),
  },
  closed,
)

/** The consent evidence file. `version` grows when a field changes its meaning; fields can be added to a version. */
export const consentEvidence = Type.Object(
  {
    format: literal(['tidings.consent-evidence']),
    version: literal(['2']),
    generated_at: moment('When the file was made.'),
    generated_by: Type.Object({ name: text('The person.'), role: literal([...memberRoles, ...operatorRoles]) }, closed),
    shop: Type.Object({ id: text('The id of the business.'), name: text('Its name.'), mode: literal(modes) }, closed),
    recipient: Type.Object(
      {
        email: text('The address as it was first given.'),
        number: nullable(text('The whole number in E.164: the consent is for exactly this number.')),
        earlier_numbers: Type.Integer({
          description: 'How many other numbers there were, counted up to 100. They are not stored.',
        }),
        known_since: moment('When the shop first messaged the address.'),
        unsubscribed_at: nullable(moment('When the person stopped all updates of the shop, also before an erasure.')),
        erasure_requested_at: nullable(moment('When the person last asked for erasure in the inbox.')),
      },
      closed,
    ),
    channels: Type.Array(channel),
    consents: Type.Array(consent),
    email_suppressions: Type.Array(suppression),
    changes_by_people: Type.Array(change, { description: 'The newest 50, newest first.' }),
  },
  closed,
)
export type ConsentEvidence = Static<typeof consentEvidence>
