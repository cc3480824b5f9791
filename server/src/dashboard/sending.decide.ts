/**
 * Why a shop sends nothing to any recipient now; null if it sends. The order is that of how much stops, and for how long: a
 * deactivated shop still sends nothing when sending is resumed.
 */
export type SendingFacts = { active: boolean; sendingPaused: boolean; planLapsed: boolean; serviceIsPaused: boolean }
export type SendingBlock = 'deactivated' | 'paused' | 'service_paused' | 'plan_lapsed'

export function sendingBlock({
  active,
  sendingPaused,
  planLapsed,
  serviceIsPaused,
}: SendingFacts): SendingBlock | null {
  if (!active) return 'deactivated'
  if (sendingPaused) return 'paused'
  if (serviceIsPaused) return 'service_paused'
  return planLapsed ? 'plan_lapsed' : null
}
