import { metrics } from '../metrics.ts'
import { providerResponse } from './provider-response.decide.ts'
import type { Channel } from './registry.ts'
import type { Submission } from './submission.ts'

/** Measures how long a provider takes and counts its response. A submission that throws is a bug, and counts as nothing. */
export const measureSubmission = <Given extends unknown[]>(
  channel: Channel,
  provider: string,
  submit: (...given: Given) => Promise<Submission>,
): ((...given: Given) => Promise<Submission>) => {
  return async (...given) => {
    const began = performance.now()
    const submission = await submit(...given)
    metrics.providerSeconds.observe({ channel, provider }, (performance.now() - began) / 1000)
    metrics.providerResponses.inc({ channel, provider, response: providerResponse(submission) })
    return submission
  }
}
