import type { Html } from '../html.ts'

/** The drawings of the icons, in a square of 24 units, as lines of the colour of the text. */
const drawings = {
  account:
    '<circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="10" r="2.8"/><path d="M6.5 18.3c1-2.4 3-3.3 5.5-3.3s4.5.9 5.5 3.3"/>',
  book: '<path d="M5 5.5A1.5 1.5 0 0 1 6.5 4H19v13H6.5A1.5 1.5 0 0 0 5 18.5 1.5 1.5 0 0 0 6.5 20H19M5 18.5v-13"/>',
  calendar: '<rect x="4" y="5.5" width="16" height="14" rx="2"/><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4"/>',
  chart: '<path d="M4 4.5V19.5H20M8.5 16v-4M12.5 16V8.5M16.5 16v-6"/>',
  chat: '<path d="M12 4a8 8 0 0 1 0 16 8.3 8.3 0 0 1-3.8-.9L4 20l1-4A8 8 0 0 1 12 4z"/><path d="M9 11h6M9 14h4"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>',
  copy: '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V6a2 2 0 0 1 2-2h8"/>',
  credit:
    '<circle cx="12" cy="12" r="8.5"/><path d="M14.5 9.3c-.5-.9-1.4-1.3-2.5-1.3-1.4 0-2.5.7-2.5 2s1.1 1.7 2.5 2 2.5.7 2.5 2-1.1 2-2.5 2c-1.1 0-2-.4-2.5-1.3M12 6.5V8M12 16v1.5"/>',
  cross: '<path d="m7 7 10 10M17 7 7 17"/>',
  device: '<rect x="3.5" y="5" width="17" height="11" rx="1.5"/><path d="M9 20h6M12 16v4"/>',
  document: '<path d="M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4M9.5 12h5M9.5 15.5h5"/>',
  down: '<path d="m6.5 9.5 5.5 5.5 5.5-5.5"/>',
  edit: '<path d="M5 19h3.5L19 8.5 15.5 5 5 15.5zM13 7.5l3.5 3.5"/>',
  email: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7 8 6 8-6"/>',
  external: '<path d="M14 5h5v5M19 5l-8 8M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.5"/>',
  inbox:
    '<path d="M4 13.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18v-4.5h-5a3 3 0 0 1-6 0zM4 13.5 6.5 5h11L20 13.5"/>',
  info: '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 8v.01"/>',
  key: '<circle cx="8" cy="15" r="4"/><path d="m11 12 8-8m-3 3 2.5 2.5"/>',
  live: '<circle cx="12" cy="12" r="2"/><path d="M8 8a5.7 5.7 0 0 0 0 8M16 8a5.7 5.7 0 0 1 0 8M5.2 5.2a9.6 9.6 0 0 0 0 13.6M18.8 5.2a9.6 9.6 0 0 1 0 13.6"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  message:
    '<path d="M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-8l-5 4v-4H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5z"/>',
  next: '<path d="m9.5 6.5 5.5 5.5-5.5 5.5"/>',
  options: '<path d="M6 12v.01M12 12v.01M18 12v.01"/>',
  passkey:
    '<circle cx="9" cy="8" r="3.5"/><path d="M3 19.5c.7-3.8 3-5.5 6-5.5 1 0 1.9.2 2.7.6M17.5 14.5a2.7 2.7 0 1 0-1.5-.1V20l1.5 1.2L19 20l-1-1 1-1.2-1-1z"/>',
  people:
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5c.8-3.6 3.4-5 6.5-5s5.7 1.4 6.5 5M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.9c1.9.7 3 2.2 3.5 4.6"/>',
  person: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5"/>',
  phone: '<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 18h2"/>',
  plus: '<path d="M12 5.5v13M5.5 12h13"/>',
  previous: '<path d="m14.5 6.5-5.5 5.5 5.5 5.5"/>',
  repeat:
    '<path d="M4.5 12a7.5 7.5 0 0 1 12.8-5.3L20 9.5M20 4.5v5h-5M19.5 12a7.5 7.5 0 0 1-12.8 5.3L4 14.5M4 19.5v-5h5"/>',
  retract: '<path d="M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 7.5"/>',
  search: '<circle cx="11" cy="11" r="6"/><path d="m20 20-4.5-4.5"/>',
  send: '<path d="M20 4 10.5 13.5M20 4l-6 16-3.5-6.5L4 10z"/>',
  settings:
    '<path d="M4 8h8M16.5 8H20M4 16h3.5M12 16h8"/><circle cx="14.2" cy="8" r="2.3"/><circle cx="9.8" cy="16" r="2.3"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6z"/>',
  sign_out: '<path d="M13.5 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h7.5M10 12h10m-3.5-3.5L20 12l-3.5 3.5"/>',
  stop: '<circle cx="12" cy="12" r="8.5"/><path d="m6.2 6.2 11.6 11.6"/>',
  swap: '<path d="M7 4 3.5 7.5 7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7"/>',
  test: '<path d="M9.5 3.5h5M10.5 3.5V10L5 19a1 1 0 0 0 .9 1.5h12.2A1 1 0 0 0 19 19l-5.5-9V3.5M7.8 15h8.4"/>',
  trash: '<path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7"/>',
  undelivered: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7 8 6 8-6M9.5 14l5 4M14.5 14l-5 4"/>',
  user_plus: '<circle cx="10" cy="8" r="4"/><path d="M3 20c.9-4 3.5-5.5 7-5.5 1.5 0 2.9.3 4 .9M18 14v6M15 17h6"/>',
  wait: '<path d="M7 4h10M7 20h10M8 4c0 5 3 6 4 8 1-2 4-3 4-8M8 20c0-5 3-6 4-8 1 2 4 3 4 8"/>',
  warning: '<path d="M12 4 2.5 20h19zM12 10v4.5M12 17.2v.01"/>',
  webhook: '<path d="M9 8a3.5 3.5 0 1 1 5.6 2.8L17 15M9.5 17H15a3 3 0 1 1 .6 2.5M12 9l-3.2 5.6A3.2 3.2 0 1 1 5 12.7"/>',
} as const
export type IconName = keyof typeof drawings
export const iconNames = Object.keys(drawings) as IconName[]

/** Decoration: the words beside it say the same. */
export const icon = (name: IconName): Html => ({
  markup: `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${drawings[name]}</svg>`,
})
