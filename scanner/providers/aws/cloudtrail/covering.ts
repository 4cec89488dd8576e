// The trails that cover a region, shared by several checks.
import { fail, pass, type Verdict } from '../../../kit/index.ts'
import type { LoggingTrail } from './resources.ts'

const names = (trails: readonly LoggingTrail[]): string => trails.map(({ name }) => name).join(', ')

/** The verdict on a region: a multi-region trail must log all its management events. */
export function covering(region: string, trails: readonly LoggingTrail[]): Verdict {
  const whole = trails.filter((it) => it.management_events)
  if (whole.length > 0) {
    return pass(`The region ${region} is covered by ${names(whole)} with all management events.`)
  }
  return trails.length > 0
    ? fail(
        `The region ${region} is covered by ${names(trails)}, but not with all management events.`,
      )
    : fail(`The region ${region} is not covered by a multi-region trail that is logging.`)
}

const done = { read: 'reads of', write: 'writes to' } as const

/** The verdict on an account: a multi-region trail must log object events of every bucket. */
export function objectsCovered(
  account: string,
  trails: readonly LoggingTrail[],
  kind: 'read' | 'write',
): Verdict {
  const whole = trails.filter((it) => it.object_events[kind])
  if (whole.length > 0) {
    return pass(`${names(whole)} records ${done[kind]} the objects in every bucket of ${account}.`)
  }
  return trails.length > 0
    ? fail(
        `${names(trails)} does not record ${done[kind]} the objects in every bucket of ${account}.`,
      )
    : fail(`No multi-region trail is logging in ${account}.`)
}
