import { type Html, html } from '../../html.ts'
import { type Business, type SettingName, settingNames } from '../../operator/businesses.schema.ts'
import { actForm, actions, card, facts, linkButton, moment, submitButton } from '../../pages/components.ts'
import { type BusinessFrame, businessFrame } from './business-frame.ts'
import { groupLabels, settingGroups, settingLooks, shownSetting } from './business-settings.ts'
import { businessPath } from './paths.ts'

export const businessPage = (frame: BusinessFrame, csrf: string): Html => {
  const { business, operator } = frame
  const mayChange = operator.role === 'admin'
  return businessFrame(
    frame,
    'overview',
    html`${mayChange ? card({ title: 'What is done most often', body: shortcuts(business, csrf) }) : html``}
${settingGroups.map((group) =>
  card({
    title: groupLabels[group],
    ...(mayChange && {
      actions: linkButton({
        label: `Change: ${groupLabels[group].toLowerCase()}`,
        href: `${businessPath(business.id)}/settings/${group}`,
        size: 'small',
      }),
    }),
    body: facts(
      settingNames
        .filter((name) => settingLooks[name].group === group)
        .map((name) => ({ term: settingLooks[name].label, detail: shownSetting(name, business[name]) })),
    ),
  }),
)}
${card({ title: 'Sides', body: facts(sides(business)) })}`,
  )
}

const sides = ({
  mode,
  test_business_id,
  live_business_id,
  created_at,
}: Business): { term: string; detail: Html | string }[] => [
  { term: 'This side', detail: mode },
  ...(test_business_id === null
    ? []
    : [{ term: 'Its test side', detail: html`<a href="${businessPath(test_business_id)}">${test_business_id}</a>` }]),
  ...(live_business_id === null
    ? []
    : [{ term: 'Its live side', detail: html`<a href="${businessPath(live_business_id)}">${live_business_id}</a>` }]),
  { term: 'Created', detail: moment(new Date(created_at)) },
]

/** Each leads to the page that shows the value before and after. */
const shortcuts = (business: Business, csrf: string): Html => {
  const offer = (label: string, name: SettingName, value: string, kind: 'plain' | 'danger' = 'plain'): Html =>
    actForm({
      action: `${businessPath(business.id)}/review`,
      csrf,
      from: businessPath(business.id),
      content: html`<input type="hidden" name="${name}" value="${value}">${submitButton({ label, kind })}`,
    })
  return actions([
    business.sending_paused
      ? offer('Resume sending', 'sending_paused', 'no')
      : offer('Pause sending', 'sending_paused', 'yes'),
    ...(business.plan === 'active' ? [] : [offer('Set the plan to active', 'plan', 'active')]),
    business.active ? offer('Deactivate', 'active', 'no', 'danger') : offer('Activate', 'active', 'yes'),
  ])
}
