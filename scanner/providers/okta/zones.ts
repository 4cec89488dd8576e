// The networks from which a policy allows access, for checks of two policies.
import { fail, manual, pass, type Verdict } from '../../kit/index.ts'
import { rulesText } from './rule-titles.ts'
import { originOf, type Rule } from './rules.ts'

/**
 * Passes if every rule that allows access names its zones; only the user can evaluate the zones. Empty if no rule
 * allows access. `whose` begins the sentence.
 */
export function zonesEnforced(whose: string, rules: readonly Rule[]): readonly Verdict[] {
  const { allowing, exceptSome, anywhere, anyZone } = originOf(rules)
  if (allowing.length === 0) return []
  if (anywhere.length > 0)
    return [fail(`${whose} allows access from any network in ${rulesText(anywhere)}.`)]
  if (exceptSome.length > 0)
    return [
      manual(
        `${whose} allows access from all networks except some zones in ${rulesText(exceptSome)}. Make sure that this is intended.`,
      ),
    ]
  if (anyZone.length > 0)
    return [
      manual(
        `${whose} allows access from every defined zone in ${rulesText(anyZone)}. Make sure that no zone is too broad.`,
      ),
    ]
  return [pass(`${whose} allows access only from named zones in ${rulesText(allowing)}.`)]
}
