/** Attestations: a user verified that a MANUAL finding passes, for a number of days. */
import type { Row } from '../api/documents.ts'

const dayMs = 86_400_000

type Attested = Pick<Row<'findings'>, 'manual_pass_active' | 'manual_pass_expires_at'>

/** Days left of a finding's attestation; undefined for a finding without one. */
export const attestedDays = (
  { manual_pass_active, manual_pass_expires_at: until }: Attested,
  now = Date.now(),
): number | undefined =>
  manual_pass_active && until
    ? Math.max(0, Math.ceil((Date.parse(until) - now) / dayMs))
    : undefined
