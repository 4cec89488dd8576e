/** The names of the settings, and the time that an orderly stop takes. The files in ship/ must agree with both. */
import { readConfig } from '../server/config.ts'
import type { Setting } from '../server/setting.ts'
import { settings } from '../server/settings.ts'

const all = Object.values<Setting<unknown>>(settings)

export const secretSettings: readonly string[] = all.flatMap(({ names, isSecret }) =>
  isSecret ? names : [],
)

/** Each name of each setting. A secret can also be in a file. */
export const knownSettings: ReadonlySet<string> = new Set([
  ...all.flatMap(({ names }) => names),
  ...secretSettings.map((name) => `${name}_FILE`),
])

/** The seconds after which a process with this environment may be killed. */
export function orderlyStopSeconds(environment: Readonly<Record<string, string>>): number {
  const { leaveSeconds, drainSeconds } = readConfig(environment)
  return leaveSeconds + drainSeconds + 15
}
