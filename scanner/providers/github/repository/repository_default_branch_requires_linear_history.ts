import { check } from './resources.ts'
import { bothWays, branchProtection, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_linear_history',
  title: 'Default branch has a linear history',
  description:
    'Reads required_linear_history of branch protection and the rule of that name in rulesets on the default branch.',
  risk: 'Merge commits bring in changes that show in no single diff: reviews miss them, and a bad change is harder to find and to take back.',
  decision: `Passes when branch protection or a rule asks for a linear history. Fails when neither does. ${bothWays}`,
  fix: rulesetFix({
    text: 'Ask for a linear history of the default branch by a ruleset.',
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
      does: 'is held to a linear history',
      lacks: 'takes merge commits',
    }),
})
