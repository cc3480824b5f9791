/** A callback as it came: raw bytes, because signatures are over bytes. Header names are lower-case. */
export type Callback = { headers: Record<string, string | undefined>; body: Buffer }

/** What became of one email. Refused: the provider itself gave it up, and no mailbox ever saw it. */
export type EmailFate =
  | { kind: 'delivered' }
  | { kind: 'bounced'; bounceType: 'permanent' | 'transient' }
  | { kind: 'complained' }
  | { kind: 'refused' }

/** What a provider says became of one email. `nudgeId` is the id we gave along when we submitted it. */
export type EmailReport = { nudgeId: string; at: Date } & EmailFate

/** One provider: how it is told our id, how its word is verified, what it says. */
export type EmailProvider = {
  name: string
  /** More than it ever sends. What is larger is refused unread. */
  bodyLimitBytes: number
  /** The headers of a mail that make the provider hand our id back. They go out as they are: encoded, they would not be understood. */
  headersFor: (nudgeId: string) => Record<string, string>
  /**
   * Whether the callback really is the provider's, and fresh. Hostile input is false, never an exception. A promise is rejected
   * only when the world fails us, so that the provider is answered with an error and tries again.
   */
  verify: (callback: Callback, now: Date) => boolean | Promise<boolean>
  /** What a verified callback says. Hostile or unknown content is no report, never an exception. */
  translate: (callback: Callback, now: Date) => EmailReport[]
  /** The address whose visit starts the callbacks, if this verified callback asks for that visit. Only Amazon asks. */
  confirmation?: (callback: Callback) => string | null
}
