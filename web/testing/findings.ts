/** Accounts with a few findings, as if scans had recorded them, for tests of screens with numbers. */
import { Player, type Looked } from '@plumbline/server/testing/player'
import type { AppWorld } from './app.ts'

export type { Looked, Player }

export const bucket = (name: string): string => `arn:aws:s3:::${name}`

type Status = 'FAIL' | 'PASS' | 'MANUAL'

/** The units of a full scan: root has no MFA, one of two buckets is open, one finding is manual. */
export const units = (open: Status = 'FAIL'): Readonly<Record<string, Looked>> => ({
  'iam/us-east-1': {
    says: [
      {
        check: 'iam_root_mfa_enabled',
        on: 'arn:aws:iam::1:root',
        status: 'FAIL',
        severity: 'critical',
      },
      {
        check: 'iam_no_root_access_key',
        on: 'arn:aws:iam::1:root',
        status: 'PASS',
        severity: 'critical',
      },
    ],
  },
  's3/eu-west-1': {
    says: [
      { check: 's3_bucket_public_access', on: bucket('site'), status: open, severity: 'critical' },
      {
        check: 's3_bucket_public_access',
        on: bucket('logs'),
        status: 'PASS',
        severity: 'critical',
      },
      {
        check: 's3_bucket_secure_transport_policy',
        on: bucket('site'),
        status: 'FAIL',
        severity: 'medium',
      },
      {
        check: 's3_bucket_no_mfa_delete',
        on: bucket('logs'),
        status: 'MANUAL',
        severity: 'medium',
      },
    ],
  },
})

const startMs = Date.now() - 3_600_000

/** A time this many minutes after an hour ago. */
export const at = (minute: number): string => new Date(startMs + minute * 60_000).toISOString()

/** A user with an account, and a player for its scans. */
export async function account(w: AppWorld) {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  return { user, player }
}

/** The same after full scans in which the open bucket had these statuses, one minute apart. */
export async function scannedAs(w: AppWorld, ...statuses: readonly Status[]) {
  const joined = await account(w)
  for (const [index, status] of statuses.entries())
    await joined.player.full(units(status), at(index + 1))
  return joined
}
