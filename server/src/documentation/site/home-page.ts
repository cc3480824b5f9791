import type { Operation } from '../../operation.ts'
import { examples } from '../examples/examples.ts'
import { panelOf } from './operation-panel.ts'
import type { Entry, Page } from './page.ts'

/** The first page: what the service is, three steps, and where to read on. `url` is the address of this service. */
export const homePage = (url: string, operations: readonly Operation[], pages: readonly Page[]): Page => ({
  path: '/docs',
  title: 'Order updates that reach the customer',
  shortTitle: 'Overview',
  summary:
    'Push an update once. Tidings stores it in the customer’s inbox, announces it by email, text or WhatsApp, and states for each channel what will happen and, if nothing will, why.',
  group: 'Start',
  section: null,
  blocks: [
    { kind: 'heading', text: 'Three steps' },
    { kind: 'text', markdown: steps(url) },
    { kind: 'heading', text: 'Read on' },
    { kind: 'cards', entries: cards.filter(({ href }) => pages.some(({ path }) => path === href)) },
  ],
  panel: panelOf(operations.find(({ name }) => name === 'pushMessage')!, examples['pushMessage']),
  keywords: ['start', 'overview', 'TIDINGS_URL', 'TIDINGS_API_KEY'],
})

const steps = (
  url: string,
): string => `1. **Take a test key.** On your own machine \`npm run dev\` prints one. From an operator you get it with your live key. A test
   key sends nothing to real people and costs nothing.

   \`\`\`sh
   export TIDINGS_URL=${url}
   export TIDINGS_API_KEY=td_test_…
   curl -s "$TIDINGS_URL/api/v1/credits" \\
     -H "Authorization: Bearer $TIDINGS_API_KEY"
   \`\`\`

2. **Push a message.** Paste the request that this page shows. The response states for each channel what will happen. Another
   language is one click away, and [every field is explained](/docs/reference/pushMessage).

3. **See what was sent.** [The test outbox](/docs/reference/listTestOutbox) lists the email and the text, with the link to the
   customer’s inbox. If a channel was skipped, [the reason has a page](/docs/reasons) that states who can fix it.`

const cards: Entry[] = [
  {
    href: '/docs/quick-start',
    title: 'Quick start',
    text: 'From a clean clone to a delivered message and a verified webhook.',
  },
  {
    href: '/docs/guides/pushing-well',
    title: 'Pushing well',
    text: 'One message for each fact, updates, references and order states.',
  },
  {
    href: '/docs/guides/escalation-and-fallback',
    title: 'Escalation and fallback',
    text: 'Pay for a text only if the email was not read.',
  },
  {
    href: '/docs/guides/webhooks',
    title: 'Webhooks',
    text: 'Receive outcomes, verify signatures, survive duplicates.',
  },
  { href: '/docs/guides/test-mode', title: 'Test mode and the clock', text: 'Test two days of waiting in a second.' },
  { href: '/docs/reference', title: 'API reference', text: 'Every operation in curl, TypeScript, Python and PHP.' },
  { href: '/docs/reasons', title: 'Skip reasons', text: 'Why a nudge was not sent, and who can fix it.' },
  { href: '/docs/errors', title: 'Errors', text: 'What each code means, and whether to retry.' },
]
