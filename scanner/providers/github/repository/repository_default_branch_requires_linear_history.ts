import { check } from './resources.ts'
import { bothWays, branchProtection, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_linear_history',
  title: 'Default branch requires a linear history',
  description:
    'Reads required_linear_history of branch protection and the required_linear_history rule of the rulesets that apply to the default branch.',
  risk: 'Merge commits can contain changes that no single diff shows. Reviewers miss them, and a bad change is harder to find and revert.',
  decision: `Passes if branch protection or a rule requires a linear history. Fails if neither does. ${bothWays}`,
  fix: rulesetFix({
    text: 'Require a linear history on the default branch with a ruleset.',
    step: 'Select the rule Require linear history.',
    type: 'required_linear_history',
    terraform: ['required_linear_history = true'],
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['linear_history'],
  judge: (record) =>
    judged(record, record.linear_history, {
      does: 'requires a linear history',
      lacks: 'accepts merge commits',
    }),
})
