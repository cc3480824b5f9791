import { formatId } from '../../ids.ts'
import type { AdapterContext, PaidAdapter } from '../paid-adapter.ts'
import { throwOnProblem } from '../throw-on-problem.ts'
import { composeSms } from './compose-sms.ts'
import type { SmsProvider } from './provider.ts'
import { createSmsProvider } from './providers.ts'
import type { SmsRoutes } from './routes.ts'

/** The provider of each destination, and the setting URL of each provider. */
export type SmsSettings = { routes: SmsRoutes; urls: Record<string, string> }

export function createSmsAdapter(
  { routes, urls }: SmsSettings,
  { publicUrl, keyring, http }: AdapterContext,
): PaidAdapter {
  const providers = new Map(
    Object.entries(urls).map(([name, setting]) => [
      name,
      throwOnProblem(createSmsProvider(name, setting, { publicUrl, http })),
    ]),
  )
  const providerFor = (destination: string): SmsProvider => providers.get(routes.providerFor(destination))!
  return {
    submit(nudge) {
      const { text } = composeSms(nudge, { publicUrl, keyring })
      const { id, shard, to, messageId } = nudge
      return providerFor(nudge.destination).submit({ id, shard, to, text, messageId: formatId('msg', messageId) })
    },
    senderFor: (destination) => providerFor(destination).from,
    sources: [...providers.values()],
  }
}
