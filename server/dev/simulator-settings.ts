import type { Simulator } from '@tidings/simulator'

/** The settings of the paid channels with the simulator as their provider. All of them share one secret. */
export const simulatorChannelSettings = (
  { providersUrl }: Pick<Simulator, 'providersUrl'>,
  secret: string,
): Record<string, string> => ({
  SMS_ROUTES: 'twilio:*',
  SMS_TWILIO_URL: withLogin(providersUrl, `AC${'0'.repeat(32)}`, secret, { from: '+447700900000' }),
  WHATSAPP_URL: withLogin(providersUrl, '100000000000001', secret, {
    app_secret: secret,
    verify_token: secret,
    account_id: '200000000000001',
  }),
})

/** The service's callback addresses, for `simulator.connect`. `query` may name the shard of a cell. */
export const callbackTargets = (url: string, secret: string, query = ''): Parameters<Simulator['connect']>[0] => ({
  email: { url: `${url}/callbacks/email/mailgun${query}`, secret },
  sms: { url: `${url}/callbacks/sms/twilio/inbound${query}`, secret },
  whatsapp: { url: `${url}/callbacks/whatsapp${query}`, secret },
})

function withLogin(address: string, user: string, password: string, query: Record<string, string>): string {
  const url = new URL(address)
  url.username = user
  url.password = password
  url.search = new URLSearchParams(query).toString()
  return url.href
}
