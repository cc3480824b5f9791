import type { Demo } from './home.ts'

/** Reuses an earlier start's demo business if its keys still work, else creates one with all channels and 1,000 credits. */
export async function ensureDemo(url: string, operatorToken: string, known: Partial<Demo> = {}): Promise<Demo> {
  const works = async (key: string): Promise<boolean> =>
    (await fetch(`${url}/api/v1/credits`, { headers: bearer(key) })).ok
  const { businessId, apiKey, testApiKey } = known
  if (businessId !== undefined && apiKey !== undefined && testApiKey !== undefined)
    if ((await works(apiKey)) && (await works(testApiKey))) return { businessId, apiKey, testApiKey }
  const callOperator = async (path: string, body: unknown, method = 'POST'): Promise<Record<string, string>> => {
    const response = await fetch(`${url}/operator/v1${path}`, {
      method,
      headers: { ...bearer(operatorToken), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`could not create the demo business: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const business = await callOperator('/businesses', {
    name: 'Demo Shop',
    country: 'GB',
    mode: 'live',
    sms: 'on',
    whatsapp: 'on',
  })
  await callOperator(`/businesses/${business['id']}/credits`, { amount: 1000, note: 'to try things out' })
  for (const status of ['confirmed', 'shipped', 'ready_for_pickup', 'delivered', 'cancelled', 'refunded', 'delayed'])
    await callOperator(`/whatsapp-templates/${status}`, { state: 'approved' }, 'PUT')
  return { businessId: business['id']!, apiKey: business['api_key']!, testApiKey: business['test_api_key']! }
}

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })
