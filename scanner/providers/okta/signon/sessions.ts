import { fail, pass, type Verdict } from '../../../kit/index.ts'
import { rulesText } from '../rule-titles.ts'
import type { SessionRule } from './resources.ts'

type Session = NonNullable<SessionRule['session']>

interface Asked {
  readonly isRight: (session: Session) => boolean
  /** The text for a rule's value: `120 minutes`. */
  readonly says: (session: Session) => string
  /** The effect of the policy, as the middle of a sentence. */
  readonly right: string
  readonly wrong: string
}

/** Every rule that creates a session must pass. Empty for a policy that allows no access. */
export function overSessions(
  { name, rules }: { readonly name: string; readonly rules: readonly SessionRule[] },
  { isRight, says, right, wrong }: Asked,
): readonly Verdict[] {
  const allowing = rules.flatMap((rule) =>
    rule.session ? [{ name: rule.name, ...rule.session }] : [],
  )
  if (allowing.length === 0) return []
  const bad = allowing.filter((session) => !isRight(session))
  return bad.length > 0
    ? [fail(`The policy “${name}” ${wrong} in ${rulesText(bad, says)}.`)]
    : [pass(`The policy “${name}” ${right} in ${rulesText(allowing, says)}.`)]
}
