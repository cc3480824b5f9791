import type { Demo } from './home.ts'

/** The demo business of an earlier start if its key still works, else a new one: SMS and WhatsApp on, 1,000 credits. */
export async function ensureDemo(url: string, operatorToken: string, known: Demo | undefined): Promise<Demo> {
  if (known !== undefined && (await fetch(`${url}/api/v1/credits`, { headers: bearer(known.apiKey) })).ok) return known
  const operator = async (path: string, body: unknown, method = 'POST'): Promise<Record<string, string>> => {
    const answer = await fetch(`${url}/operator/v1${path}`, {
      method,
      headers: { ...bearer(operatorToken), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`the demo business could not be made: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const business = await operator('/businesses', {
    name: 'Demo Shop',
    country: 'GB',
    mode: 'test',
    sms: 'on',
    whatsapp: 'on',
  })
  await operator(`/businesses/${business['id']}/credits`, { amount: 1000, note: 'to try things out' })
  for (const status of ['confirmed', 'shipped', 'ready_for_pickup', 'delivered', 'cancelled', 'refunded', 'delayed'])
    await operator(`/whatsapp-templates/${status}`, { state: 'approved' }, 'PUT')
  return { businessId: business['id']!, apiKey: business['api_key']! }
}

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })
