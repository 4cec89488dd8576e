import assert from 'node:assert/strict'
import { type LeapingClock, passing } from '../../../testing/clock.ts'
import type { Listening } from '../../../testing/listening.ts'
import type { Member, Node } from './node.ts'

/** Half a minute, in which there is a sweep; none comes before 24 s, so these are skipped at once. */
export async function halfAMinute(clock: LeapingClock): Promise<void> {
  clock.leap(20_000)
  await passing(clock, 10_000)
}

/** Nothing that is sent from now on arrives, though the others hear it. */
export async function hearsNoMore(at: Node, listening: Listening, who: Member): Promise<void> {
  const closed = await listening.heard('stream.error', 3_000)
  assert.equal(closed.data['code'], 'access_revoked')
  at.send(who, 'too late')
  await listening.ended
  assert.ok(!listening.text.includes('too late'))
}
