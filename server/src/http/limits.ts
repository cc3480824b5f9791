/** The limits of one process, each with its reason; docs/decisions/0026 has the calculations. */

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/**
 * For operations without their own limit. A push with the longest allowed text is below 100 KiB; obsoletes and consent add to
 * it.
 */
export const defaultBodyLimitBytes = 2 * mebibyte

/** For bodies, from their first byte until their response is sent. Eight batches of the largest size, or 32 other bodies. */
export const bodyBudgetBytes = 64 * mebibyte
/**
 * For one business, the operator, or one unauthenticated address, so that at least four parties fit. Two batches of the
 * largest size.
 */
export const bodyShareBytes = bodyBudgetBytes / 4

/**
 * Limits the bytes of large bodies per party, because the request rate counts a body of 8 MiB like a small one, although it
 * costs as much as thousands. Each request per second that a business may send adds 20 KiB, so 200 requests are 4 MiB: 4,000
 * pushes of 1 KB.
 */
export const bodyBytesPerRequest = 20 * kibibyte
/** A business with one request per second may still send a large one. */
export const minBodyBytesPerSecond = mebibyte
/** The burst of that rate: four of the largest batches. */
export const bodyBurstBytes = 32 * mebibyte
/**
 * A batch of this size takes a tenth of a second of processor time. The large bodies of one party are processed one after
 * another, with a pause after each that is as long as its processing, up to the limit below, so that requests of others run
 * in between.
 */
export const largeBodyBytes = 256 * kibibyte
export const largeBodyCooldownMilliseconds = 500
export const largeBodyWaitMilliseconds = 10_000
/** For callbacks and pages, which have no API key, and for the operator. */
export const unauthenticatedBodyBytesPerSecond = 4 * mebibyte

/** How often the rate of an unfinished body is checked. It must have been at least the rate below since the last check. */
export const bodyCheckMilliseconds = 5_000
/** At this rate 2 MiB would take four minutes, but Node's request timeout ends every request after 30 seconds. */
export const slowestBodyBytesPerSecond = 8 * kibibyte
/**
 * A slow body below this size costs no more than its connection, so it has 30 seconds. It does not count in the rate of
 * bodies.
 */
export const smallBodyBytes = 64 * kibibyte

/**
 * A body with more chunks than this is refused if they are smaller than the size below on average: a chunk costs like 1,000
 * bytes.
 */
export const maxSmallChunks = 4_096
export const smallChunkBytes = 64

/** For responses that were written and that the client has not read. */
export const responseBudgetBytes = 64 * mebibyte
export const responseShareBytes = responseBudgetBytes / 4

/**
 * A client has this time to read a response, plus more for a large one. A phone with a bad connection is faster than the rate
 * below.
 */
export const responseGraceMilliseconds = 10_000
export const slowestReaderBytesPerSecond = 16 * kibibyte

/**
 * As many connections as the benchmark opens for one business. Pushes wait for a slot in a batch, so more would only wait
 * longer.
 */
export const maxRequestsPerBusiness = 256
/** Applied when the number of proxies is known: two businesses with their maximum, behind one address. */
export const maxRequestsPerAddress = 512

/** About 20 kB each with their buffers: 200 MB in total. */
export const maxConnections = 10_000
/** For the admin port: a few supervisors, collectors of metrics and operators. */
export const maxAdminConnections = 256
/** Applied when no proxy is in front: one address uses at most a twentieth. */
export const maxConnectionsPerAddress = 512

/**
 * A refused body is read and discarded within these bounds, so that a client that sends everything before it reads gets the
 * response.
 */
export const lingerMilliseconds = 2_000
export const lingerBytes = 16 * mebibyte
/** Refused bodies that are discarded at the same time, in total and per party. Further connections are closed at once. */
export const maxLingeringBodies = 64
export const maxLingeringBodiesPerParty = 8
/** The rate at which refused bodies are discarded. Reading them costs garbage collection, and 200 connections send 130 MB/s. */
export const discardedBytesPerSecond = 64 * mebibyte
export const discardedBytesPerSecondOfParty = discardedBytesPerSecond / 4
/** The burst of that rate, so that a client with only a few refusals gets no connection reset. */
export const discardBurstSeconds = 16
/** Refused connections that wait for their client to read the response. Further ones are closed at once. */
export const maxLingeringRefusals = 1_000
