/**
 * Which findings are hidden by rule. The mutelist of a tenant speaks before its mute rules: a pattern
 * written for an account is wider than a rule made from findings.
 */

/** A rule over findings by their uids. */
export interface MuteRule {
  readonly id: string
  readonly reason: string
  readonly uids: ReadonlySet<string>
  /** RFC 3339; null: it does not end. */
  readonly expires_at: string | null
}

/** What an entry leaves out again. Empty lists leave out nothing. */
export interface MuteExceptions {
  readonly accounts: readonly string[]
  readonly regions: readonly string[]
  readonly resources: readonly string[]
  readonly tags: readonly string[]
}

/** One entry of the mutelist. `*` in a pattern stands for any text; a tag is `key=value`. */
export interface MutelistEntry {
  readonly account: string
  readonly check: string
  readonly regions: readonly string[]
  readonly resources: readonly string[]
  readonly tags: readonly string[]
  readonly exceptions: MuteExceptions
}

export interface Mutes {
  readonly mutelist: readonly MutelistEntry[]
  readonly rules: readonly MuteRule[]
}
export const noMutes: Mutes = { mutelist: [], rules: [] }

/** What a rule may look at. */
export interface Mutable {
  readonly uid: string
  readonly account: string
  readonly check_id: string
  readonly region: string
  readonly resource_uid: string
  readonly resource_name: string
  /** `key=value` each. */
  readonly tags: readonly string[]
}

export interface Muted {
  readonly muted: boolean
  readonly mute_rule_id: string | null
  readonly muted_reason: string | null
}

const shown: Muted = { muted: false, mute_rule_id: null, muted_reason: null }

/**
 * Whether a text matches a pattern of literal parts and `*`. Runs in the length of the text times the
 * number of parts: patterns are users' words and never become regular expressions.
 */
export function matches(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*')
  if (parts.length === 0) return text === pattern
  if (!text.startsWith(first)) return false
  const last = parts.pop() ?? ''
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

const anyOf = (patterns: readonly string[], texts: readonly string[]): boolean =>
  patterns.some((pattern) => texts.some((text) => matches(pattern, text)))

/** Every pattern must find a tag: an entry with two tags means both. */
const allTags = (patterns: readonly string[], tags: readonly string[]): boolean =>
  patterns.every((pattern) => anyOf([pattern], tags))

function excepted({ accounts, regions, resources, tags }: MuteExceptions, one: Mutable): boolean {
  const conditions = [
    accounts.length === 0 || anyOf(accounts, [one.account]),
    regions.length === 0 || anyOf(regions, [one.region]),
    resources.length === 0 || anyOf(resources, [one.resource_uid, one.resource_name]),
    tags.length === 0 || allTags(tags, one.tags),
  ]
  const named = accounts.length + regions.length + resources.length + tags.length > 0
  return named && conditions.every(Boolean)
}

/** Why a finding is hidden that an entry of the mutelist is about. */
export const mutedByMutelist = 'Muted by mutelist'

/** Whether an entry is about the finding. */
export const listed = (entry: MutelistEntry, one: Mutable): boolean =>
  matches(entry.account, one.account) &&
  matches(entry.check, one.check_id) &&
  anyOf(entry.regions, [one.region]) &&
  anyOf(entry.resources, [one.resource_uid, one.resource_name]) &&
  allTags(entry.tags, one.tags) &&
  !excepted(entry.exceptions, one)

/** The first that applies: the mutelist, else the oldest rule that names the finding. Pure. */
export function applyMutes({ mutelist, rules }: Mutes, one: Mutable, now: string): Muted {
  if (mutelist.some((entry) => listed(entry, one))) {
    return { muted: true, mute_rule_id: null, muted_reason: mutedByMutelist }
  }
  const rule = rules.find(
    ({ uids, expires_at }) => (expires_at === null || expires_at > now) && uids.has(one.uid),
  )
  return rule ? { muted: true, mute_rule_id: rule.id, muted_reason: rule.reason } : shown
}
