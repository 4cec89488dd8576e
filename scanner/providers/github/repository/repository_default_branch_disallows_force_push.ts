import { check } from './resources.ts'
import { bothWays, branchProtection, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_disallows_force_push',
  title: 'Default branch does not allow force pushes',
  description:
    'Reads allow_force_pushes of branch protection and the non_fast_forward rule of the rulesets that apply to the default branch.',
  risk: 'A force push rewrites history. It can replace reviewed commits, and earlier builds can no longer be traced to their source.',
  decision: `Passes if branch protection does not allow force pushes, or if a rule blocks them. Fails if neither is true. ${bothWays}`,
  fix: rulesetFix({
    text: 'Block force pushes to the default branch with a ruleset.',
    step: 'Select the rule Block force pushes.',
    type: 'non_fast_forward',
    terraform: ['non_fast_forward = true'],
  }),
  source: rulesets,
  links: [branchProtection],
  over: 'repositories',
  needs: ['force_push_blocked'],
  judge: (record) =>
    judged(record, record.force_push_blocked, {
      does: 'does not allow force pushes',
      lacks: 'allows force pushes',
    }),
})
