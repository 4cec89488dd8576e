/** That somebody verified a MANUAL finding as passing, and for how long it holds. */
import type { Row } from '../api/documents.ts'

const dayMs = 86_400_000

type Attested = Pick<Row<'findings'>, 'manual_pass_active' | 'manual_pass_expires_at'>

/** Days that somebody's word still holds for a MANUAL finding; undefined for one that nobody vouches for. */
export const attestedDays = (
  { manual_pass_active, manual_pass_expires_at: until }: Attested,
  now = Date.now(),
): number | undefined =>
  manual_pass_active && until
    ? Math.max(0, Math.ceil((Date.parse(until) - now) / dayMs))
    : undefined
