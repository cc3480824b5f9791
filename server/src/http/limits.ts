/** What a process takes on at most, each with its reason. All are counted per process; docs/decisions/0026 has the sums. */

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** An operation that says nothing else. A push of the longest allowed text is below 100 KiB; obsoletes and consent add to it. */
export const defaultBodyLimitBytes = 2 * mebibyte

/** Bodies from their first byte until their answer is out. Eight batches of the largest size, or 32 other bodies. */
export const bodyBudgetBytes = 64 * mebibyte
/** Of one business, the operator, or one stranger's address: three others always find room. Two batches of the largest size. */
export const bodyShareBytes = bodyBudgetBytes / 4

/**
 * How fast the large bodies of one party are read: requests are counted one by one, and one of 8 MiB costs as much as thousands of
 * small ones. Each request that a business may send in a second brings 20 KiB, so with 200 it is 4 MiB: 4,000 pushes of a kilobyte.
 */
export const bodyBytesPerRequest = 20 * kibibyte
/** Also of a business that may send one request a second: it may be a large one. */
export const leastBodyBytesPerSecond = mebibyte
/** What has not been used comes at once: four of the largest batches. */
export const bodyBurstBytes = 32 * mebibyte
/**
 * A body of this size takes a tenth of a second of processor time when it is a batch. Those of one party are taken one after another,
 * so that the requests of others come in between, and a party rests after each for as long as it took, within the limit below.
 */
export const largeBodyBytes = 256 * kibibyte
export const largeBodyRestMilliseconds = 500
export const largeBodyPatienceMilliseconds = 10_000
/** Of whoever is no business, for callbacks. */
export const strangerBodyBytesPerSecond = 4 * mebibyte

/** An unfinished body is looked at this often, and must have come at the rate below since the last time. */
export const bodyCheckMilliseconds = 5_000
/** 2 MiB would take four minutes at this rate; Node's own limit ends every request after 30 seconds. */
export const slowestBodyBytesPerSecond = 8 * kibibyte
/** Below this size a slow body costs no more than its connection, and has 30 seconds; nor does it count in the rate of bodies. */
export const smallBodyBytes = 64 * kibibyte

/** A body of more chunks than this that are on average smaller than the size below is refused: each chunk costs as much as a thousand bytes. */
export const mostSmallChunks = 4_096
export const smallChunkBytes = 64

/** Answers that were written and that their readers have not taken. */
export const answerBudgetBytes = 64 * mebibyte
export const answerShareBytes = answerBudgetBytes / 4

/** A reader has this long, and more for what is large: a telephone with a bad connection reads faster than the rate below. */
export const answerGraceMilliseconds = 10_000
export const slowestReaderBytesPerSecond = 16 * kibibyte

/** As many connections as our bench opens for one business. A push waits for a place in a batch, so more only wait longer. */
export const mostRequestsOfBusiness = 256
/** Counted where proxies are known: two businesses with all they may have, behind one address. */
export const mostRequestsOfAddress = 512

/** About 20 kB each with their buffers: 200 MB if all are used. */
export const mostConnections = 10_000
/** Counted where no proxy stands in front: one address then uses at most a twentieth. */
export const mostConnectionsOfAddress = 512

/** A refused body is read and discarded for this long and this far, so that a client that sends all before it reads sees why. */
export const lingerMilliseconds = 2_000
export const lingerBytes = 16 * mebibyte
/** Refused bodies that are discarded at the same time, in all and of one party: reading costs time too. The next are closed at once. */
export const mostLingeringBodies = 64
export const mostLingeringBodiesOfParty = 8
/** How fast refused bodies are discarded. What is read so costs garbage collection, and 200 connections bring 130 MB a second. */
export const discardedBytesPerSecond = 64 * mebibyte
export const discardedBytesPerSecondOfParty = discardedBytesPerSecond / 4
/** What has not been used comes at once, so that nobody who is refused a few times is reset. */
export const discardBurstSeconds = 16
/** Refused connections that wait for their client to read. Beyond this they are closed at once. */
export const mostLingeringRefusals = 1_000
