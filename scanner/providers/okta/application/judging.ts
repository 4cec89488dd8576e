import { fail, manual, pass, type Verdict } from '../../../kit/index.ts'
import { rulesText } from '../rule-titles.ts'
import type { AccessRule } from './resources.ts'

interface Judged {
  readonly name: string
  readonly rules: readonly AccessRule[] | null
}

/** Evaluates the rules that allow access; manual if no API returns the rules; empty if no rule allows access. */
export function overRules(
  { name, rules }: Judged,
  judge: (allowing: readonly AccessRule[], all: readonly AccessRule[]) => readonly Verdict[],
): readonly Verdict[] {
  if (rules === null)
    return [
      manual(
        `The organization uses Classic Engine, whose API does not show the sign-on policy of ${name}. Review the policy in the Admin Console.`,
      ),
    ]
  const allowing = rules.filter(({ isAllowing }) => isAllowing)
  return allowing.length === 0 ? [] : judge(allowing, rules)
}

/** Evaluates whether every sign-in requires two factors. */
export const twoFactors = (app: Judged): readonly Verdict[] =>
  overRules(app, (allowing) => {
    const { name } = app
    const one = allowing.filter(({ factors }) => factors === 1)
    if (one.length > 0) return [fail(`${name} allows access with one factor in ${rulesText(one)}.`)]
    const unclear = allowing.filter(({ factors }) => factors === null)
    return unclear.length > 0
      ? [
          manual(
            `${name} allows access with an authentication method chain in ${rulesText(unclear)}. Count its factors manually.`,
          ),
        ]
      : [pass(`${name} requires two factors in ${rulesText(allowing)}.`)]
  })

/** Evaluates whether every sign-in requires a phishing-resistant factor. */
export const phishingResistant = (app: Judged): readonly Verdict[] =>
  overRules(app, (allowing) => {
    const { name } = app
    const weak = allowing.filter((rule) => rule.isPhishingResistant === false)
    if (weak.length > 0)
      return [fail(`${name} accepts factors that can be phished in ${rulesText(weak)}.`)]
    const unclear = allowing.filter((rule) => rule.isPhishingResistant === null)
    return unclear.length > 0
      ? [
          manual(
            `${name} allows access in ${rulesText(unclear)}, whose factors cannot be evaluated. Review them manually.`,
          ),
        ]
      : [pass(`${name} requires a phishing-resistant factor in ${rulesText(allowing)}.`)]
  })
