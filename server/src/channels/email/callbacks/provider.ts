import type { CallbackPage, CallbackSource } from '../../callback.ts'

export type EmailProvider = CallbackSource & {
  /** The headers that make the provider return our id. They are sent as they are: the provider would not understand them encoded. */
  headersFor: (nudgeId: string) => Record<string, string>
}

export const emailPages = (provider: string): CallbackPage[] => [
  {
    name: 'emailCallback',
    path: `/callbacks/email/${provider}`,
    response: { contentType: 'text/plain; charset=utf-8', body: 'thank you' },
  },
]
