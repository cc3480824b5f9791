import type { Html } from '../../html.ts'
import { emptyState, linkButton } from '../../pages/components.ts'

/** The same page for an address of another shop, one that was never messaged, and one that was erased. */
export const missingRecipientPage = (shop: { path: string }): Html =>
  emptyState({
    title: 'No recipient has this address',
    text: 'A recipient exists from the first message to the address until an erasure. Check the spelling, and whether you are on the right side: live and test have recipients of their own.',
    action: linkButton({ label: 'Search the recipients', href: `${shop.path}/recipients` }),
  })
