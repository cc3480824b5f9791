import { type Html, html } from '../../html.ts'
import { type Business, type SettingName, settingNames, settings } from '../../operator/businesses.schema.ts'
import {
  actForm,
  actions,
  card,
  field,
  linkButton,
  note,
  pageHead,
  select,
  submitButton,
  table,
} from '../../pages/components.ts'
import { fields } from '../../pages/fields.ts'
import { formatSetting, type SettingValue } from './business-settings.decide.ts'
import { groupLabels, type SettingLook, settingGroups, settingLooks, shownSetting } from './business-settings.ts'
import { channelOptions } from './new-business-page.ts'
import { businessesPath, businessPath } from './paths.ts'

const none: Html = { markup: '' }
const trailOf = ({ id, name }: Business, label: string) => [
  { label: 'Businesses', href: businessesPath },
  { label: name, href: businessPath(id) },
  { label },
]
export const isSettingGroup = (group: string): group is (typeof settingGroups)[number] =>
  settingGroups.some((one) => one === group)

type EditPage = { business: Business; group: (typeof settingGroups)[number]; csrf: string }
/** The settings of one group. The next page shows what would change. */
export const editSettingsPage = ({ business, group, csrf }: EditPage): Html => {
  const own = `${businessPath(business.id)}/settings/${group}`
  return html`${pageHead({
    title: groupLabels[group],
    lead: 'Nothing changes before the next page, which shows each value before and after.',
    trail: trailOf(business, groupLabels[group]),
  })}
${card({
  body: actForm({
    action: `${businessPath(business.id)}/review`,
    csrf,
    from: own,
    content: fields([
      ...settingNames
        .filter((name) => settingLooks[name].group === group)
        .map((name) => settingField(name, formatSetting(business[name]))),
      actions(
        html`${linkButton({ label: 'Cancel', href: businessPath(business.id) })}${submitButton({ label: 'See what changes', kind: 'primary' })}`,
      ),
    ]),
  }),
})}`
}

/** The sentences of the reference are written for Markdown. */
const meaning = (name: SettingName): string =>
  ((settings[name] as { description?: string }).description ?? '').replaceAll('`', '')

function settingField(name: SettingName, value: string): Html {
  const { label, kind, none: noValue } = settingLooks[name]
  const hint = noValue === undefined ? meaning(name) : `${meaning(name)} Empty: ${noValue}.`
  const options = optionsOf(kind)
  if (options !== null) return select({ label, name, value, options, hint })
  return field({ label, name, value, hint, ...(kind.type === 'number' && { inputmode: 'numeric' }) })
}
function optionsOf(kind: SettingLook['kind']): { value: string; label: string }[] | null {
  if (kind.type === 'yes_no') return ['yes', 'no'].map((value) => ({ value, label: value === 'yes' ? 'Yes' : 'No' }))
  if (kind.type !== 'choice') return null
  return kind.values.map((value) => ({
    value,
    label: channelOptions.find((one) => one.value === value)?.label ?? value.replaceAll('_', ' '),
  }))
}

type ReviewPage = {
  business: Business
  changes: Partial<Record<SettingName, SettingValue>>
  csrf: string
  problem: string | null
}
/** What would change, before it is done. */
export const reviewPage = ({ business, changes, csrf, problem }: ReviewPage): Html => {
  const names = settingNames.filter((name) => name in changes)
  const own = businessPath(business.id)
  return html`${pageHead({
    title: names.length === 0 ? 'Nothing would change' : 'Change these settings?',
    lead: `Of ${business.name}.`,
    trail: trailOf(business, 'Change'),
  })}
${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${
  names.length === 0
    ? card({
        body: html`<p>Every value is as it was. Go back and change one.</p>`,
        footer: html`<a href="${own}">Back to the business</a>`,
      })
    : html`${table({
        caption: 'Values before and after',
        head: ['Setting', 'Before', 'After', 'What it means'],
        rows: names.map(
          (name) =>
            html`<tr><th scope="row">${settingLooks[name].label}</th><td>${shownSetting(name, business[name])}</td><td><strong>${shownSetting(name, changes[name] ?? null)}</strong></td><td class="small soft">${meaning(name)}</td></tr>`,
        ),
      })}
${actForm({
  action: `${own}/change`,
  csrf,
  from: own,
  content: html`${names.map((name) => html`<input type="hidden" name="${name}" value="${formatSetting(changes[name] ?? null)}">`)}${actions(
    html`${linkButton({ label: 'Cancel', href: own })}${submitButton({ label: 'Change', kind: 'primary' })}`,
  )}`,
})}
<p class="small soft">The change is recorded in the audit log with your name.</p>`
}`
}
