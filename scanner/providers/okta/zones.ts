// From where a policy lets people in, as two checks ask it of different policies.
import { fail, manual, pass, type Verdict } from '../../kit/index.ts'
import { rulesText } from './rule-titles.ts'
import { originOf, type Rule } from './rules.ts'

/**
 * Passes where every rule that lets somebody in names the zones that it does so from; which zones these are, nobody
 * else can judge. Nothing where no rule lets anybody in. `whose` begins the sentence.
 */
export function zonesEnforced(whose: string, rules: readonly Rule[]): readonly Verdict[] {
  const { allowing, exceptSome, anywhere, anyZone } = originOf(rules)
  if (allowing.length === 0) return []
  if (anywhere.length > 0)
    return [fail(`${whose} lets people in from any network by ${rulesText(anywhere)}.`)]
  if (exceptSome.length > 0)
    return [
      manual(
        `${whose} lets people in from everywhere but some zones by ${rulesText(exceptSome)}; make sure that this is what you decided.`,
      ),
    ]
  if (anyZone.length > 0)
    return [
      manual(
        `${whose} lets people in from every zone that is defined, by ${rulesText(anyZone)}; make sure that no zone is too wide.`,
      ),
    ]
  return [
    pass(`${whose} lets people in only from zones that are named, by ${rulesText(allowing)}.`),
  ]
}
