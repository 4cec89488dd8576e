import { listing } from './members.ts'

/** `the rule “A”`, or `the rules “A”, “B” and 7 more`, each with its setting if given. */
export function rulesText<R extends { readonly name: string }>(
  rules: readonly R[],
  says: (rule: R) => string = () => '',
): string {
  const titles = rules.map((rule) => {
    const more = says(rule)
    return more === '' ? `“${rule.name}”` : `“${rule.name}” (${more})`
  })
  return `the ${rules.length === 1 ? 'rule' : 'rules'} ${listing(titles)}`
}
