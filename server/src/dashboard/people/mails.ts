import { actionMail } from '../../channels/email/action-mail.ts'
import type { PlainMail } from '../../channels/email/compose-mail.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import type { MemberRole } from '../../member-role.ts'
import type { TakenJob } from '../../queue/queue.ts'
import { invitationLink } from './accept-invitation.ts'
import { invitationsToMail } from './members.sql.ts'
import { invitationDays } from './people.decide.ts'
import { linksToMail } from './sign-in.sql.ts'
import { signInLink } from './sign-in-link.ts'

/**
 * The emails of the dashboard. A job has the id of the row to mail about. All jobs without an email end here, such as those of
 * unknown addresses. Nothing is marked: a second email contains the same link, which works once.
 */
export function takeDashboardMails(context: Context, taken: TakenJob[]): Promise<PlainMail[]> {
  return context.db.transaction(async (tx) => {
    const ids = taken.map(({ id }) => id)
    const mails = [...(await signInMails(context, tx, ids)), ...(await invitationMails(context, tx, ids))]
    await context.queue.finishOthers(tx, 'dashboard_mails', taken, mails)
    return mails
  })
}

async function signInMails(context: Context, tx: Transaction, ids: string[]): Promise<PlainMail[]> {
  const rows = await tx.all(linksToMail, { ids })
  return rows.map(({ id, email: to, expiresAt, at }) => ({
    id,
    to,
    at,
    recipientId: null,
    subject: 'Sign in to Tidings',
    ...signInMailContent(signInLink(context, id), expiresAt),
  }))
}

async function invitationMails(context: Context, tx: Transaction, ids: string[]): Promise<PlainMail[]> {
  const rows = await tx.all(invitationsToMail, { ids })
  return rows.map((row) => ({
    id: row.invitationId,
    to: row.email,
    at: row.at,
    recipientId: null,
    subject: `${row.name} invites you to its dashboard`,
    ...invitationMailContent(row, invitationLink(context, row, row.invitationId)),
  }))
}

const invitationMailContent = (
  { name, role }: { name: string; role: MemberRole },
  link: string,
): { text: string; html: string } =>
  actionMail({
    title: `${name} invites you`,
    paragraphs: [
      `You are invited to the dashboard of ${name} with the role ${role}. There its people see what became of the messages to customers.`,
      `Open the link and press “Join”. It works once, within ${invitationDays} days.`,
    ],
    action: { label: 'See the invitation', url: link },
    footer:
      'You do not know this shop? Then delete this email: nothing happens unless you use the link. Do not forward it.',
  })

const signInMailContent = (link: string, expiresAt: Date): { text: string; html: string } =>
  actionMail({
    title: 'Sign in to Tidings',
    paragraphs: [
      'Open this link in the browser in which you asked for it, and press “Sign in”.',
      `It works once, only in that browser, until ${expiresAt.toISOString().slice(11, 16)} UTC.`,
    ],
    action: { label: 'Continue to sign in', url: link },
    footer:
      'You did not ask for this? Then your address was typed by another person. Nothing happens unless you use the link: delete this email, and do not forward it.',
  })
