import { type Html, html } from '../../../html.ts'
import { formatId } from '../../../ids.ts'
import { card, facts as factList, linkButton, moment, pageHead, table, tag } from '../../../pages/components.ts'
import { noticeWords } from '../notice-words.ts'
import { businessPath, documentPath, operatorPath, sendingPath } from '../paths.ts'
import {
  channelNames,
  type Finding,
  type HealthFacts,
  overdueWorks,
  queueNames,
  refusalWords,
  type Symptom,
  symptoms,
} from './health.decide.ts'
import { healthWords, otherDocuments } from './health-words.ts'

/** Counts since the process that serves the page started. */
type RefusedRequests = { limit: string; count: number }[]
type HealthPage = {
  publicUrl: string
  facts: HealthFacts
  findings: Finding[]
  refusedRequests: RefusedRequests
}

/** One section for each symptom, in the order in which one looks for a fault: what is measured, what is normal, what to do. */
export const healthPage = (page: HealthPage): Html => html`${pageHead({
  title: 'Health',
  lead: html`Measured when this page was opened, ${moment(page.facts.now, 'second')}. Reload it to measure again.`,
  trail: [{ label: 'Needs attention', href: operatorPath }, { label: 'Health' }],
})}
<nav aria-label="Symptoms"><ul class="symptoms">${symptoms.map((symptom) => html`<li><a href="#${symptom}">${healthWords[symptom].title}</a>${stateTag(page, symptom)}</li>`)}</ul></nav>
${symptoms.map((symptom) => section(page, symptom))}
${card({
  title: 'Something else',
  body: html`<ul class="plain-list">${otherDocuments.map((one) => documentItem(page.publicUrl, one))}</ul>`,
})}`

const documentItem = (publicUrl: string, { page, label }: { page: string; label: string }): Html =>
  html`<li><a href="${documentPath(publicUrl, page)}">${label}</a></li>`

function section(page: HealthPage, symptom: Symptom): Html {
  const { title, meaning, normal, todo, documents } = healthWords[symptom]
  return card({
    title,
    id: symptom,
    actions: stateTag(page, symptom),
    body: html`<p class="soft">${meaning}</p>
<h3>Measured now</h3>
${measured[symptom](page)}
<div class="symptom"><div><h3>What is normal</h3>
<p>${normal}</p></div>
<div><h3>What to do</h3>
<ul class="plain-list">${todo.map((one) => html`<li>${one}</li>`)}</ul></div></div>`,
    footer: html`<ul class="documents">${documents.map((one) => documentItem(page.publicUrl, one))}</ul>`,
  })
}

function stateTag({ facts: { textNotices }, findings }: HealthPage, symptom: Symptom): Html {
  const found = findings.filter((finding) => finding.symptom === symptom)
  if (found.some(({ urgency }) => urgency === 'now')) return tag('bad', 'Now')
  // Limits on texts are notices, which the page of what needs attention lists already.
  const isNoted = symptom === 'texts_are_limited' && textNotices.length > 0
  return found.length > 0 || isNoted ? tag('warn', 'Soon') : tag('good', 'Normal')
}

const nothing = (text: string): Html => html`<p>${text}</p>`
const counted = (count: number, limit: number): string =>
  count >= limit ? `${limit.toLocaleString('en')} or more` : count.toLocaleString('en')
const secondsOf = (now: Date, at: Date): string =>
  `${Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000)).toLocaleString('en')} s`

/** What was measured about each symptom. */
const measured: Record<Symptom, (page: HealthPage) => Html> = {
  nothing_is_sent: ({ facts: { now, seenAt, pause } }) => html`${factList([
    { term: 'A worker was seen', detail: html`${secondsOf(now, seenAt)} ago` },
    { term: 'Sending', detail: pause === null ? 'On' : html`Paused since ${moment(pause.since)}` },
  ])}
<p>${linkButton({ label: 'Hold or release sending', href: sendingPath, size: 'small' })}</p>`,

  sends_are_late: ({ facts: { now, queues, countLimit } }) => {
    const used = queues.filter(({ waiting, leased }) => waiting + leased > 0)
    if (used.length === 0) return nothing('Every queue is empty.')
    return table({
      caption: 'Queues that are not empty',
      head: ['Queue', 'Due', 'Oldest', 'In work', 'Worker does not respond'],
      rows: used.map(
        ({ name, waiting, oldestAt, leased, expired }) =>
          html`<tr><th scope="row">${queueNames[name]}</th><td class="count">${counted(waiting, countLimit)}</td><td class="count">${oldestAt === null ? '–' : secondsOf(now, oldestAt)}</td><td class="count">${counted(leased, countLimit)}</td><td class="count">${counted(expired, countLimit)}</td></tr>`,
      ),
    })
  },

  scheduled_work_is_overdue: ({ facts: { overdue, countLimit } }) =>
    factList(
      overdueWorks.map((work) => {
        const count = overdue.filter((row) => row.work === work).reduce((sum, row) => sum + row.count, 0)
        return { term: overdueLabels[work], detail: counted(count, countLimit) }
      }),
    ),

  a_provider_refuses: ({ facts: { refusals } }) =>
    refusals.length === 0
      ? nothing('Every submission of the last hour was accepted.')
      : table({
          caption: 'Submissions of the last hour that were not accepted',
          head: ['What', 'Response', 'Retried', 'How many', 'Last'],
          rows: refusals.map(
            ({ channel, outcome, code, isRetried, count, lastAt }) =>
              html`<tr><th scope="row">${capitalised(channelNames[channel])} ${refusalWords[outcome]}</th><td>${code ?? 'None'}</td><td>${isRetried ? 'Yes' : 'No'}</td><td class="count">${count.toLocaleString('en')}</td><td>${moment(lastAt)}</td></tr>`,
          ),
        }),

  events_do_not_arrive: ({ facts: { endpoints } }) =>
    endpoints.length === 0
      ? nothing('Every endpoint gets its events.')
      : table({
          caption: 'Endpoints that fail, and those that were disabled in the last seven days',
          head: ['Business', 'Endpoint', 'State', 'Last success'],
          rows: endpoints.map(
            ({ businessId, businessName, url, failures, disabledAt, lastSuccessAt }) =>
              html`<tr><th scope="row">${businessLink(businessId, businessName)}</th><td>${URL.parse(url)?.host ?? ''}</td><td>${disabledAt === null ? tag('warn', `${failures} failed in a row`) : tag('bad', 'Disabled')}</td><td>${lastSuccessAt === null ? 'Never' : moment(lastSuccessAt)}</td></tr>`,
          ),
        }),

  a_shop_is_paused: ({ facts: { pausedBusinesses } }) =>
    pausedBusinesses.length === 0
      ? nothing('Sending is on for every active business.')
      : table({
          caption: 'Active businesses whose sending is paused',
          head: ['Business', 'By', 'Since'],
          rows: pausedBusinesses.map(
            ({ businessId, name, isByService, since }) =>
              html`<tr><th scope="row">${businessLink(businessId, name)}</th><td>${isByService ? 'The service, because of complaints' : 'An operator'}</td><td>${since === null ? 'Unknown' : moment(since)}</td></tr>`,
          ),
        }),

  texts_are_limited: ({ facts: { textNotices } }) =>
    textNotices.length === 0
      ? nothing('No notice about texts in the last day.')
      : table({
          caption: 'Notices of the last day about texts',
          head: ['Business', 'What', 'When'],
          rows: textNotices.map(
            ({ businessId, name, kind, at }) =>
              html`<tr><th scope="row">${businessLink(businessId, name)}</th><td>${noticeWords({ kind }).title}</td><td>${moment(at)}</td></tr>`,
          ),
        }),

  requests_are_slow: ({ facts: { connections }, refusedRequests }) =>
    factList([
      { term: 'Connections to the database', detail: `${connections.used} of ${connections.permitted}` },
      { term: 'Requests that wait for one', detail: connections.waiting.toLocaleString('en') },
      {
        term: 'Refused at a limit',
        detail:
          refusedRequests.length === 0
            ? 'None since it started'
            : refusedRequests
                .map(({ limit, count }) => `${limit.replaceAll('_', ' ')}: ${count.toLocaleString('en')}`)
                .join(', '),
      },
    ]),
}

const overdueLabels: Record<(typeof overdueWorks)[number], string> = {
  send: 'Sends and retries',
  delivery: 'Webhook deliveries',
  report_timeout: 'Checks for missing reports',
}
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const businessLink = (businessId: string, name: string): Html =>
  html`<a href="${businessPath(formatId('biz', businessId))}">${name}</a>`
