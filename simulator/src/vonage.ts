import type { ProviderResponse } from './phone-provider.ts'

export const vonageUnauthorised: ProviderResponse = {
  status: 401,
  body: {
    type: 'https://developer.nexmo.com/api-errors#unauthorized',
    title: 'Invalid credentials supplied',
    detail: 'You did not provide correct credentials.',
    instance: 'simulator',
  },
}

/** The API secrets of an account, without their values. */
export const writeSecrets = (apiKey: string, at: Date): object => ({
  _links: { self: { href: `/accounts/${apiKey}/secrets` } },
  _embedded: {
    secrets: [
      {
        _links: { self: { href: `/accounts/${apiKey}/secrets/ad6dc56f-07b5-46e1-a527-85530e625800` } },
        id: 'ad6dc56f-07b5-46e1-a527-85530e625800',
        created_at: at.toISOString(),
      },
    ],
  },
})
