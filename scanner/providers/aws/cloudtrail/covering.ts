// What covers a region, for the checks that ask for it from different sides.
import { fail, pass, type Verdict } from '../../../kit/index.ts'
import type { LoggingTrail } from './resources.ts'

const names = (trails: readonly LoggingTrail[]): string => trails.map(({ name }) => name).join(', ')

/** The verdict on a region: a trail of all regions has to log all management events of it. */
export function covering(region: string, trails: readonly LoggingTrail[]): Verdict {
  const whole = trails.filter((it) => it.management_events)
  if (whole.length > 0) {
    return pass(`${region} is covered by ${names(whole)}, with all management events.`)
  }
  return trails.length > 0
    ? fail(`${region} is covered by ${names(trails)}, without all management events.`)
    : fail(`${region} is covered by no trail of all regions that is logging.`)
}

const done = { read: 'reads of', write: 'writes to' } as const

/** The verdict on an account: a trail of all regions has to log what is done with the objects of every bucket. */
export function objectsCovered(
  account: string,
  trails: readonly LoggingTrail[],
  kind: 'read' | 'write',
): Verdict {
  const whole = trails.filter((it) => it.object_events[kind])
  if (whole.length > 0) {
    return pass(`${names(whole)} logs ${done[kind]} the objects of every bucket of ${account}.`)
  }
  return trails.length > 0
    ? fail(`${names(trails)} logs no ${done[kind]} the objects of every bucket of ${account}.`)
    : fail(`No trail of all regions is logging in ${account}.`)
}
