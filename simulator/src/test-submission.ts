import type { Arrival, Body, Submission } from './outbox.ts'

export const body: Body = { text: 'Hi', html: null, link: null }

/** An email with the required fields only. */
export const arrival: Arrival = {
  id: 'a',
  channel: 'email',
  to: 'ada@example.com',
  from: null,
  subject: null,
  unsubscribe_url: null,
  headers: null,
  template: null,
  parameters: null,
  at: '2026-01-01T00:00:00.000Z',
  reported: [],
}

export const testSubmission = (over: Partial<Arrival>, accepted: boolean): Submission => ({
  arrival: { ...arrival, ...over },
  accepted,
  messageId: 'msg_1',
  readBody: async () => body,
  report: null,
})
