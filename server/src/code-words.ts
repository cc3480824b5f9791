/**
 * Who can remove the cause: the shop's developer, the shop, the operator of the service, the customer. `none`: there is nothing to
 * fix.
 */
export type Fixer = 'developer' | 'merchant' | 'operator' | 'customer' | 'none'

/**
 * The explanation of an error code, a skip reason, a failure reason or an event. Each is declared once, beside its code; the
 * OpenAPI document, the documentation site and clients use it.
 */
export type CodeWords = {
  /** What happened, in one or two sentences. */
  meaning: string
  /** Whether credits were charged. `free`: the matter never costs credits. */
  charged: 'no' | 'yes' | 'refunded' | 'free'
  /** `same_request`: repeat it unchanged, with the same idempotency key. `after_fix`: repeat it once the cause is removed. */
  retry: 'never' | 'same_request' | 'after_fix' | 'not_needed'
  fixedBy: Fixer
  /** What to do, as an instruction. */
  fix: string
  /** What the customer noticed, in one sentence. */
  customerSaw: string
}
