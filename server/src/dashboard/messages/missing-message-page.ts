import { type Html, html } from '../../html.ts'
import { emptyState, linkButton } from '../../pages/components.ts'

type ShopLinks = { path: string; otherSidePath: string | null; mode: 'live' | 'test' }

/** The same page for an id of another shop, one of the other side, one that never existed, and one whose recipient was erased. */
export const missingMessagePage = ({ path, otherSidePath, mode }: ShopLinks): Html =>
  emptyState({
    title: missingMessageTitle,
    text: 'It may be on the other side of the shop (live or test), or its recipient was erased. Compare the id, or search for the order number or the address.',
    action: html`${linkButton({ label: 'Search the messages', href: `${path}/messages` })}${
      otherSidePath === null
        ? html``
        : linkButton({
            label: mode === 'live' ? 'Search the test side' : 'Search the live side',
            href: `${otherSidePath}/messages`,
          })
    }`,
  })
export const missingMessageTitle = 'No message has this id'
