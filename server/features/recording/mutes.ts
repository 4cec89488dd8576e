/**
 * Which findings are hidden by rule. The mutelist of a tenant speaks before its mute rules: a pattern
 * written for an account is wider than a rule made from findings.
 */
import type { Tx } from '../../platform/db/index.ts'

/** A rule over findings by their uids. */
export interface MuteRule {
  readonly id: string
  readonly reason: string
  readonly uids: ReadonlySet<string>
  /** RFC 3339; null: it does not end. */
  readonly expires_at: string | null
}

/** Returns for each finding whether the mutelist hides it. */
export type Judge = (findings: readonly Mutable[]) => Promise<readonly boolean[]>

export interface Mutes {
  /** Null if no mutelist applies to the account. */
  readonly mutelist: Judge | null
  readonly rules: readonly MuteRule[]
}

/** The mutes that may apply to findings of a provider with these keys. */
export type MutesOf = (tx: Tx, providerId: string, keys: readonly string[]) => Promise<Mutes>

/** What the mutelist may look at. */
export interface Mutable {
  readonly check_id: string
  readonly region: string
  readonly resource_uid: string
  readonly resource_name: string
  /** `key=value` each. */
  readonly tags: readonly string[]
}

type Traits = Omit<Mutable, 'check_id' | 'region'>
const noResource: Traits = { resource_uid: '', resource_name: '', tags: [] }

/** The findings that the mutelist hides. Without a mutelist the traits of resources are not read. */
export async function hiddenAmong<T extends Pick<Mutable, 'check_id' | 'region'>>(
  { mutelist }: Mutes,
  findings: readonly T[],
  traits: () => Promise<(finding: T) => Traits | undefined>,
): Promise<ReadonlySet<T>> {
  if (!mutelist) return new Set()
  const traitsOf = await traits()
  const hidden = await mutelist(
    findings.map((one) => ({
      check_id: one.check_id,
      region: one.region,
      ...(traitsOf(one) ?? noResource),
    })),
  )
  return new Set(findings.filter((_, at) => hidden[at]))
}

export interface Muted {
  readonly muted: boolean
  readonly mute_rule_id: string | null
  readonly muted_reason: string | null
}

const shown: Muted = { muted: false, mute_rule_id: null, muted_reason: null }

/** Why a finding is hidden that an entry of the mutelist is about. */
export const mutedByMutelist = 'Muted by mutelist'

/** The first that applies: the mutelist, else the oldest rule that names the finding. Pure. */
export function applyMutes(
  rules: readonly MuteRule[],
  { uid, listed, now }: { readonly uid: string; readonly listed: boolean; readonly now: string },
): Muted {
  if (listed) return { muted: true, mute_rule_id: null, muted_reason: mutedByMutelist }
  const rule = rules.find(
    ({ uids, expires_at }) => (expires_at === null || expires_at > now) && uids.has(uid),
  )
  return rule ? { muted: true, mute_rule_id: rule.id, muted_reason: rule.reason } : shown
}
