import type { Index, Join } from './join.ts'
import { fieldOf, type Judged, type Kinds, type UnreadField } from './record.ts'
import { isUnread, type Unread, Withheld } from './unread.ts'
import type { Verdict } from './verdict.ts'

export type Setting = number | string | boolean | readonly string[]
export type Settings = Readonly<Record<string, Setting>>

/** How a finding is mended: what to reach, and three ways to it. */
export interface Fix {
  readonly text: string
  /** Steps in the provider's console, a sentence each. */
  readonly console?: readonly string[]
  /** One command, in one line, with `<placeholders>`; null where the provider has none for it. */
  readonly cli?: string | null
  /** Terraform: the resource with the arguments that set it; null if the provider's plugin has none. */
  readonly terraform?: string | null
  readonly url?: string
}

/** What a check knows besides its record. `now` and `config` are passed in; a judge does no I/O. */
export interface Circumstances<C = Settings, J = Readonly<Record<string, Index<object>>>> {
  readonly now: Date
  readonly account: string
  readonly partition: string
  readonly config: C
  readonly joined: J
}

/** Verdicts, or the reason why there can be none for this record. */
export type Judgement = { readonly verdicts: readonly Verdict[] } | { readonly unread: Unread }

/** A check as the engine sees it. `Check<R>` is used as `Check<never>` where checks of many kinds meet. */
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
  /** Pure and synchronous. Returns `unread` when a needed field, or what it touches of a join, was not read. */
  judge(record: R, circumstances: Circumstances): Judgement
}

type Joins<S> = {
  readonly [K in keyof S]?: {
    readonly by: keyof S[K] & string
    readonly fields: readonly (keyof S[K] & string)[]
  }
}

/** A joined record in the fields `F`, and `N` of those that may be unread. */
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

/** What an author writes. See README.md of this folder for each member. */
export interface CheckText<
  S,
  K extends keyof S,
  N extends string,
  C extends Settings,
  J extends Joins<S>,
> {
  id: string
  title: string
  /** What is looked at and what for, in one or two sentences; not the title again. */
  description?: string
  risk: string
  /** How it decides: what fails, what passes, what is left to people, what it has no question about. */
  decision?: string
  fix: Fix
  /** The provider's page with the reason, over https. */
  source: string
  /** Further pages worth reading. */
  links?: readonly string[]
  over: K
  needs: readonly N[]
  /** Thresholds by their catalogue names, with their defaults; a scan's configuration overrides them. */
  config?: C
  /** Slim indexes over other kinds of the same service, all fields named: `{ groups: { by: 'id', fields: ['ingress'] } }`. */
  with?: J
  /** Of several verdicts the worst becomes the record's finding: a part that wants its own is its own kind. */
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
 * refuses an unknown kind, an unknown need, and a judge that touches a field that may be unread without naming it in
 * `needs`.
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
          record as unknown as Judged<S[K], N>, // none of `needs` is unread, as just seen
          circumstances as unknown as Circumstances<C, Joined<S, J>>,
        )
        return { verdicts: Array.isArray(given) ? given : [given as Verdict] }
      } catch (thrown) {
        if (thrown instanceof Withheld) return { unread: thrown.cause }
        throw thrown
      }
    },
  })
