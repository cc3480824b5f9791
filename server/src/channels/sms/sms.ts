import { formatId } from '../../ids.ts'
import { passExpiry, textLink } from '../../inbox-tokens/tokens.ts'
import type { AdapterContext, PaidAdapter } from '../paid-adapter.ts'
import { sound } from '../sound.ts'
import type { SmsProvider } from './provider.ts'
import { createSmsProvider } from './providers.ts'
import type { SmsRoutes } from './routes.ts'
import { smsText } from './words.ts'

/** Which provider texts which destinations, and how each is reached. */
export type SmsSettings = { routes: SmsRoutes; urls: Record<string, string> }

export function openSms({ routes, urls }: SmsSettings, { publicUrl, deriveKey, http }: AdapterContext): PaidAdapter {
  const providers = new Map(
    Object.entries(urls).map(([name, setting]) => [name, sound(createSmsProvider(name, setting, { publicUrl, http }))]),
  )
  const routeTo = (destination: string): SmsProvider => providers.get(routes.providerFor(destination))!
  return {
    submit(nudge) {
      const text = smsText({ ...nudge, inboxLink: textLink(deriveKey, publicUrl, nudge, passExpiry(nudge.at)) })
      const { id, to, messageId } = nudge
      return routeTo(nudge.destination).submit({ id, to, text, messageId: formatId('msg', messageId) })
    },
    senderFor: (destination) => routeTo(destination).from,
    sources: [...providers.values()],
  }
}
