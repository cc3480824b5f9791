/** Replaces what differs in each recording by examples of the same length, so that lines break at the same word. */
export function normaliseSession(text: string, receiverUrl: string): string {
  return text
    .replaceAll(receiverUrl, 'http://127.0.0.1:8080/hooks/tidings')
    .replaceAll(/\b(msg|evt)_[0-9A-Z]{26}\b/g, (_, prefix: string) => `${prefix}_01M7QBVRTVE408XQ72DHMPABQK`)
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-18T12:00:00.000Z')
    .replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, '2026-11-18 12:00:00')
    .replaceAll(/^\d\d:\d\d:\d\d {2}/gm, '12:00:00  ')
    .replaceAll(/\b[0-9a-f]{10}\b/g, '735fe312ee')
    .replaceAll(/td_test_\*{4}\w{4}/g, 'td_test_****ICYw')
    .replaceAll(/\b\d+ ms\b/g, '5 ms')
}
