import type { Index, Join } from './join.ts'
import { fieldOf, type Judged, type Kinds, type UnreadField } from './record.ts'
import { isUnread, type Unread, Withheld } from './unread.ts'
import type { Verdict } from './verdict.ts'

export type Setting = number | string | boolean | readonly string[]
export type Settings = Readonly<Record<string, Setting>>

/** The remediation of a finding: the goal, and three ways to reach it. */
export interface Fix {
  readonly text: string
  /** Steps in the provider's console, one sentence each. */
  readonly console?: readonly string[]
  /** One command on one line, with `<placeholders>`; null if the provider has no command. */
  readonly cli?: string | null
  /** Terraform: the resource with the arguments that set it; null if the Terraform provider does not support it. */
  readonly terraform?: string | null
  readonly url?: string
}

/** The inputs of a check besides its record. `now` and `config` are passed in; a judge does no I/O. */
export interface Circumstances<C = Settings, J = Readonly<Record<string, Index<object>>>> {
  readonly now: Date
  readonly account: string
  readonly partition: string
  readonly config: C
  readonly joined: J
}

/** Verdicts, or the reason why this record has none. */
export type Judgement = { readonly verdicts: readonly Verdict[] } | { readonly unread: Unread }

/** A check in the engine. `Check<R>` is used as `Check<never>` where checks of several kinds are combined. */
export interface Check<R> {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly risk: string
  readonly decision?: string
  readonly fix: Fix
  readonly source: string
  readonly links?: readonly string[]
  readonly over: string
  readonly needs: readonly string[]
  readonly config: Settings
  readonly joins: Readonly<Record<string, Join>>
  /** Pure and synchronous. Returns `unread` when a needed field, or a joined field that it accesses, was not read. */
  judge(record: R, circumstances: Circumstances): Judgement
}

type Joins<S> = {
  readonly [K in keyof S]?: {
    readonly by: keyof S[K] & string
    readonly fields: readonly (keyof S[K] & string)[]
  }
}

/** A joined record with the fields `F`, and `N` for those that may be unread. */
type Part<R, F extends string, N extends string> = Pick<
  Judged<R, N>,
  Extract<keyof Judged<R, N>, F>
>

type FieldsOf<J> = J extends {
  readonly by: infer B extends string
  readonly fields: readonly (infer F extends string)[]
}
  ? B | F
  : never

type Joined<S, J> = {
  readonly [K in keyof J & keyof S]: Index<
    Part<S[K], FieldsOf<J[K]>, FieldsOf<J[K]>>,
    Part<S[K], FieldsOf<J[K]>, never>
  >
}

/** The definition of a check. See README.md of this folder for each member. */
export interface CheckText<
  S,
  K extends keyof S,
  N extends string,
  C extends Settings,
  J extends Joins<S>,
> {
  id: string
  title: string
  /** The subject and the purpose of the check, in one or two sentences that do not repeat the title. */
  description?: string
  risk: string
  /** The rule: which resources fail, pass, need manual review, or are not applicable. */
  decision?: string
  fix: Fix
  /** The provider's page that gives the reason, over HTTPS. */
  source: string
  /** Further reading. */
  links?: readonly string[]
  over: K
  needs: readonly N[]
  /** Thresholds by their catalog names, with their defaults; a scan's configuration overrides them. */
  config?: C
  /**
   * Indexes over other kinds of the same service, limited to the named fields: `{ groups: { by: 'id', fields:
   * ['ingress'] } }`.
   */
  with?: J
  /**
   * The worst of several verdicts becomes the record's finding. A part that needs a separate finding is a separate
   * kind.
   */
  judge(
    record: Judged<S[K], N>,
    circumstances: Circumstances<C, Joined<S, J>>,
  ): Verdict | readonly Verdict[]
}

const unreadNeed = (record: object, needs: readonly string[]): Unread | null => {
  for (const need of needs) {
    const value = fieldOf(record, need)
    if (isUnread(value)) return value
  }
  return null
}

/**
 * Returns the `check` of one service, typed by its kinds: `export const check = checkFor<S3>()`. The compiler then
 * rejects an unknown kind, an unknown need, and a judge that accesses a field that may be unread and is not in `needs`.
 */
export const checkFor =
  <S extends Kinds<S>>() =>
  <
    K extends keyof S & string,
    const N extends UnreadField<S[K]> = never,
    C extends Settings = Readonly<Record<never, never>>,
    const J extends Joins<S> = Readonly<Record<never, never>>,
  >(
    text: CheckText<S, K, N, C, J>,
  ): Check<S[K]> => ({
    id: text.id,
    title: text.title,
    ...(text.description !== undefined && { description: text.description }),
    risk: text.risk,
    ...(text.decision !== undefined && { decision: text.decision }),
    fix: text.fix,
    source: text.source,
    ...(text.links && { links: text.links }),
    over: text.over,
    needs: text.needs,
    config: text.config ?? {},
    joins: (text.with ?? {}) as Readonly<Record<string, Join>>,
    judge(record, circumstances) {
      const gap = unreadNeed(record, text.needs)
      if (gap) return { unread: gap }
      try {
        const given = text.judge(
          record as unknown as Judged<S[K], N>, // the check above ensures that none of `needs` is unread
          circumstances as unknown as Circumstances<C, Joined<S, J>>,
        )
        return { verdicts: Array.isArray(given) ? given : [given as Verdict] }
      } catch (thrown) {
        if (thrown instanceof Withheld) return { unread: thrown.cause }
        throw thrown
      }
    },
  })
