/** The one format of dates and times, in the time zone that the user chose for this browser: local time or UTC. */
import { useSyncExternalStore } from 'react'

export const zones = ['local', 'utc'] as const
export type Zone = (typeof zones)[number]

const key = 'zone'
/** Tests of pure logic run without a browser. */
const store = (): Storage | undefined => globalThis.localStorage

export const zone = (): Zone => (store()?.getItem(key) === 'utc' ? 'utc' : 'local')

/** Displayed times change immediately, also in other tabs, which get a `storage` event. */
export function setZone(value: Zone): void {
  if (value === 'local') localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new Event(key))
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(key, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(key, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** The chosen zone; a component that uses it renders again when the user chooses another. */
export const useZone = (): Zone => useSyncExternalStore(subscribe, zone)

const day = { day: 'numeric', month: 'short' } as const
const minute = {
  ...day,
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const
const second = { ...minute, second: '2-digit' } as const

const inZones = (options: Intl.DateTimeFormatOptions) => ({
  local: new Intl.DateTimeFormat('en', options),
  utc: new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }),
})
const ofMinute = inZones(minute)
const ofSecond = inZones(second)
const ofDay = inZones(day)

/** "Nov 28, 2026, 19:54 UTC". */
export const dateTime = (at: string | number): string => ofMinute[zone()].format(new Date(at))

/** "Nov 28, 2026, 19:53:34 UTC". */
export const exactTime = (at: string | number): string => ofSecond[zone()].format(new Date(at))

/** "Nov 28", for a day of the API, which is a day in UTC. */
export const shortDay = (date: string): string => ofDay.utc.format(new Date(`${date}T00:00:00Z`))

/** The IANA name of the browser's time zone. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
